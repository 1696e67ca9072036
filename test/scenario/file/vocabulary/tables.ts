import { EXPECTATIONS } from './expectation-words.js';
import {
  GENERATED_JSON,
  GENERATED_STREAM,
  JSON_EXPECTATION,
  JSON_VARIANT,
  LOAD,
  LOAD_EXPECTATION,
  LOAD_GIVEN,
  LOAD_STORE,
  STREAM_EXPECTATION,
  STREAM_VARIANT,
} from './generated-words.js';
import { CHUNK, PAD, REPLY, ROUTE, WHEN } from './provider-words.js';
import {
  BROKER,
  CRASH_POINT,
  ENDPOINT,
  GIVEN,
  MATRIX,
  RESULT_AND_CODE,
  SCENARIO,
  STORE,
} from './scenario-words.js';
import { APPENDED, MATCH } from './step-words.js';
import { VECTOR, VECTOR_EVENT } from './vector-words.js';

/** The objects of a file by the word that the tables call them; steps are told apart by `do`. */
export const TABLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  scenario: SCENARIO,
  matrix: MATRIX,
  given: GIVEN,
  endpoint: ENDPOINT,
  store: STORE,
  broker: BROKER,
  route: ROUTE,
  when: WHEN,
  reply: REPLY,
  chunk: CHUNK,
  pad: PAD,
  match: MATCH,
  appended: APPENDED,
  expectations: EXPECTATIONS,
  'result-and-code': RESULT_AND_CODE,
  'crash-point': CRASH_POINT,
  'generated-stream': GENERATED_STREAM,
  'stream-variant': STREAM_VARIANT,
  'stream-expectation': STREAM_EXPECTATION,
  'generated-json': GENERATED_JSON,
  'json-variant': JSON_VARIANT,
  'json-expectation': JSON_EXPECTATION,
  load: LOAD,
  'load-given': LOAD_GIVEN,
  'load-store': LOAD_STORE,
  'load-expectation': LOAD_EXPECTATION,
  vector: VECTOR,
  'vector-event': VECTOR_EVENT,
};
