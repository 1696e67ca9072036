import { isJsonArray, isJsonObject, type Json } from '../json.js';
import { messageText } from '../routes/start-request.js';
import { parsePythonJson } from './parse-python-json.js';
import type { RequestBody } from './request-body.js';

/** What a start body says about itself, read leniently: for the record and for fault markers. */
export interface StartFacts {
  readonly sessionId?: string;
  readonly input: string;
}

/** Reads the facts of a start body; an unreadable body has an empty input. */
export function startFacts(body: RequestBody): StartFacts {
  const parsed = body.bytes === undefined ? undefined : parsePythonJson(body.bytes);
  if (!isJsonObject(parsed)) return { input: '' };
  const input = inputText(parsed['input'] ?? '');
  const sessionId = parsed['session_id'];
  return typeof sessionId === 'string' ? { input, sessionId } : { input };
}

function inputText(input: Json): string {
  const last = isJsonArray(input) ? (input.at(-1) ?? '') : input;
  return messageText(isJsonObject(last) ? (last['content'] ?? '') : last);
}
