import { errorAnswer, type Answer } from '../http/answer.js';
import { truthy } from '../http/truthy.js';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json.js';

/** The parts of a start body the server reads. */
export interface StartRequest {
  readonly userMessage: Json;
  /** Falsy values mean "use the run id"; anything else is echoed, whatever its type (3.1). */
  readonly sessionId: Json | undefined;
  /** Echoed as given, even a number or null; undefined when the key is absent. */
  readonly model: Json | undefined;
}

/** A body whose shape makes the real handler throw: 500 plain text (3.1). */
export class MalformedShape extends Error {}

/** Reads a start body in the order of checks of profile B (3.4). Throws MalformedShape. */
export function readStartRequest(body: Json): StartRequest | Answer {
  if (!isJsonObject(body)) throw new MalformedShape();
  const input = body['input'];
  if (!truthy(input)) return errorAnswer(400, "Missing 'input' field", null);
  const userMessage = lastUserMessage(input);
  if (!truthy(userMessage)) return errorAnswer(400, 'No user message found in input', null);
  const wrong = wrongHistory(body);
  if (wrong !== undefined) return errorAnswer(400, wrong, null);
  return {
    userMessage: userMessage ?? '',
    sessionId: truthy(body['session_id']) ? body['session_id'] : undefined,
    model: body['model'],
  };
}

function lastUserMessage(input: Json | undefined): Json | undefined {
  if (typeof input === 'string') return input;
  if (input === undefined || !isJsonArray(input)) return undefined;
  const last = input.at(-1);
  if (!isJsonObject(last)) throw new MalformedShape();
  return last['content'];
}

function wrongHistory(body: JsonObject): string | undefined {
  const history = body['conversation_history'];
  if (history === undefined || !truthy(history)) return undefined;
  if (!isJsonArray(history)) return "'conversation_history' must be an array of message objects";
  const bad = history.findIndex(
    (entry) => !isJsonObject(entry) || !('role' in entry) || !('content' in entry),
  );
  return bad < 0 ? undefined : `conversation_history[${bad}] must have 'role' and 'content' fields`;
}

/** The text of a user message, for script and fault markers: a string, or the texts of its parts. */
export function messageText(message: Json): string {
  if (typeof message === 'string') return message;
  if (!isJsonArray(message)) return '';
  return message
    .map((part) => (isJsonObject(part) && typeof part['text'] === 'string' ? part['text'] : ''))
    .join(' ');
}
