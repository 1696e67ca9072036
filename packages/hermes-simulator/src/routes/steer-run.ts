import { errorAnswer, jsonAnswer, runNotFound, type Answer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import { parsePythonJson } from '../http/parse-python-json.js';
import { truthy } from '../http/truthy.js';
import { isJsonObject, pythonJson, type Json } from '../json.js';
import { findRun } from './find-run.js';
import { messageText } from './start-request.js';

/** `POST /v1/runs/{id}/steer`: text for the next tool result, taken only while the run is `running` (7.2). */
export function steerRun(exchange: Exchange): Answer {
  const { id, body } = exchange;
  const found = findRun(exchange);
  if (found === undefined) return runNotFound(id);
  const parsed = body.bytes === undefined ? undefined : parsePythonJson(body.bytes);
  if (parsed === undefined) return errorAnswer(400, 'Invalid JSON in request body', null);
  const text = isJsonObject(parsed)
    ? [parsed['input'], parsed['message'], parsed['text']].map(steerText).find((given) => given !== '')
    : undefined;
  if (text === undefined) {
    const message = "Missing non-empty steer text; expected 'input', 'message', or 'text'.";
    return errorAnswer(400, message, 'invalid_steer_input');
  }
  if (found.kind === 'stored' || found.run.status()['status'] !== 'running')
    return errorAnswer(409, `Run is not currently accepting steer input: ${id}`, 'run_not_accepting_steer');
  found.run.steer(text);
  return jsonAnswer(200, { object: 'hermes.run.steer', run_id: id, accepted: true });
}

function steerText(value: Json | undefined): string {
  if (value === undefined || !truthy(value)) return '';
  return (typeof value === 'number' ? pythonJson(value) : messageText(value)).trim();
}
