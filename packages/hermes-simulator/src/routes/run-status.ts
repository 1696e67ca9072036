import { jsonAnswer, runNotFound, type Answer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import { findRun } from './find-run.js';

/** `GET /v1/runs/{id}`. */
export function runStatus(exchange: Exchange): Answer {
  const found = findRun(exchange);
  if (found === undefined) return runNotFound(exchange.id);
  return jsonAnswer(200, found.kind === 'memory' ? found.run.status() : found.status);
}
