import { jsonAnswer, runNotFound, type Answer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';

/** `GET /v1/runs/{id}`. */
export function runStatus({ process, id }: Exchange): Answer {
  const run = process.runs.get(id);
  return run === undefined ? runNotFound(id) : jsonAnswer(200, run.status());
}
