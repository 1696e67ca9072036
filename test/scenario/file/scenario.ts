import type { AnyJson, AnyJsonObject } from '@aip-hermes/aip';
import type { PointName } from '../../points/point-names.js';
import type { EXPECTATIONS } from './vocabulary/expectation-words.js';
import type {
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
} from './vocabulary/generated-words.js';
import type { CHUNK, PAD, REPLY, ROUTE, WHEN } from './vocabulary/provider-words.js';
import type {
  BROKER,
  CRASH_POINT,
  ENDPOINT,
  GIVEN,
  MATRIX,
  RESULT_AND_CODE,
  SCENARIO,
  STATES,
  STATUSES,
  STORE,
} from './vocabulary/scenario-words.js';
import type { APPENDED, MATCH, StepName, STEPS } from './vocabulary/step-words.js';
import type { VECTOR, VECTOR_EVENT } from './vocabulary/vector-words.js';

/*
 * The types of everything a scenario file can say, read from the tables in `vocabulary/`, so that what the reader
 * checks and what the code sees cannot differ.
 */

/** A scenario as its file has it, checked. */
export type Scenario = ObjectOf<typeof SCENARIO>;
/** Provider profile: the behaviour family of a release. */
export type Profile = Scenario['profile'];
/** What differs from the common set-up. */
export type Given = ObjectOf<typeof GIVEN>;
/** What must be true after the last step. */
export type Expectations = ObjectOf<typeof EXPECTATIONS>;
/** The name of an expectation. */
export type ExpectationName = keyof typeof EXPECTATIONS;
/** A result and its code. */
type ResultAndCode = ObjectOf<typeof RESULT_AND_CODE>;
/** An exact whole number, or a text `<n`, `<=n`, `>n`, `>=n`. */
export type Bound = number | string;
/** Status of an action result. */
type ResultStatus = (typeof STATUSES)[number];
/** State of a binding; `terminal` stands for any of the last four. */
export type StateWord = (typeof STATES)[number];

/** One answer of the scripted provider; exactly one of `reply` and `replies`. */
export type Route = ObjectOf<typeof ROUTE>;
/** When a route is used. */
export type When = ObjectOf<typeof WHEN>;
/** What is answered. */
export type Reply = ObjectOf<typeof REPLY>;
/** A piece of an event stream; exactly one of `event`, `text`, `file`, `waitMs`, `waitFor`. */
export type Chunk = ObjectOf<typeof CHUNK>;
/** Fills a member. */
export type Pad = ObjectOf<typeof PAD>;

/** The step of this name. */
export type StepOf<K extends StepName> = { readonly do: K } & ObjectOf<(typeof STEPS)[K]>;
/** One step; `do` tells which. */
export type Step = { [K in StepName]: StepOf<K> }[StepName];
/** Which calls a fault hits. */
type Match = ObjectOf<typeof MATCH>;
/** A raw event that `seed` appends; not both `data` and `dataBytes`. */
export type AppendedEvent = ObjectOf<typeof APPENDED>;

/** A matrix as its file has it, checked. */
export type Matrix = ObjectOf<typeof MATRIX>;
/** One entry of a matrix: a scenario of its own. */
export type CrashPoint = ObjectOf<typeof CRASH_POINT>;

/** Generated event streams. */
export type GeneratedStream = ObjectOf<typeof GENERATED_STREAM>;
/** One generated event stream. */
export type StreamVariant = ObjectOf<typeof STREAM_VARIANT>;
/** Generated JSON. */
export type GeneratedJson = ObjectOf<typeof GENERATED_JSON>;
/** One generated JSON value. */
export type JsonVariant = ObjectOf<typeof JSON_VARIANT>;
/** Many happy runs. */
export type Load = ObjectOf<typeof LOAD>;

/** What a conforming parser makes of the body of an event stream. */
export type Vector = ObjectOf<typeof VECTOR>;

/** Words of the notation and what they stand for. A JSON number that no double holds exactly is kept as its text. */
interface Words {
  text: string;
  /** Whole, not negative. */
  int: number;
  /** Whole. */
  signed: number;
  bool: boolean;
  null: null;
  object: AnyJsonObject;
  any: AnyJson;
  /** Name of a file in the same folder. */
  file: string;
  /** An Action id. */
  id: string;
  /** Valid by the schema of an AIP envelope; need not be a good command. */
  envelope: AnyJsonObject;
  /** Valid by the schema of an execution context. */
  context: AnyJsonObject;
  /** An event type of the log. */
  event: string;
  /** Keys and values of a policy. */
  policy: AnyJsonObject;
  point: PointName | readonly PointName[];
  bound: Bound;
  status: ResultStatus;
  state: StateWord;
  /** A method, a blank and a path; `{id}` is any one segment. */
  on: string;
  given: Given;
  endpoint: ObjectOf<typeof ENDPOINT>;
  store: ObjectOf<typeof STORE>;
  broker: ObjectOf<typeof BROKER>;
  route: Route;
  when: When;
  reply: Reply;
  chunk: Chunk;
  pad: Pad;
  step: Step;
  match: Match;
  appended: AppendedEvent;
  expectations: Expectations;
  'result-and-code': ResultAndCode;
  'crash-point': CrashPoint;
  'stream-variant': StreamVariant;
  'stream-expectation': ObjectOf<typeof STREAM_EXPECTATION>;
  'json-variant': JsonVariant;
  'json-expectation': ObjectOf<typeof JSON_EXPECTATION>;
  'load-given': ObjectOf<typeof LOAD_GIVEN>;
  'load-store': ObjectOf<typeof LOAD_STORE>;
  'load-expectation': ObjectOf<typeof LOAD_EXPECTATION>;
  'vector-event': ObjectOf<typeof VECTOR_EVENT>;
}

/** A word of the notation. */
type Word = keyof Words;

type ValueOf<T extends string> = T extends `list of ${infer U}`
  ? readonly ValueOf<U>[]
  : T extends `map of ${infer U}`
    ? Readonly<Record<string, ValueOf<U>>>
    : T extends `event map of ${infer U}`
      ? Readonly<Record<string, ValueOf<U>>>
      : T extends Word
        ? Words[T]
        : Alternatives<T>;

type Alternatives<T extends string> = T extends `${infer A} / ${infer B}` ? A | Alternatives<B> : T;

type Table = Readonly<Record<string, string>>;

type RequiredOf<T extends Table> = { [K in keyof T]: T[K] extends `${string}!` ? K : never }[keyof T];

type Flat<T> = { readonly [K in keyof T]: T[K] };

type ObjectOf<T extends Table> = Flat<
  { readonly [K in RequiredOf<T>]: T[K] extends `${infer U}!` ? ValueOf<U> : never } & {
    readonly [K in Exclude<keyof T, RequiredOf<T>>]?: ValueOf<T[K]>;
  }
>;
