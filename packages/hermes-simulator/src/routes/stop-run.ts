import { jsonAnswer, runNotFound, type Answer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import { findRun } from './find-run.js';

/** `POST /v1/runs/{id}/stop`: the body is ignored; a finished run is 404 up to profile B, then its status (7.1). */
export function stopRun(exchange: Exchange): Answer {
  const { id, state } = exchange;
  const found = findRun(exchange);
  if (found === undefined) return runNotFound(id);
  if (found.kind === 'stored') return jsonAnswer(200, found.status);
  const { run } = found;
  if (run.finished() && state.profile.stopOnFinished === 'status') return jsonAnswer(200, run.status());
  if (run.finished() || !run.controllable) return runNotFound(id);
  run.stop();
  return jsonAnswer(200, { run_id: id, status: 'stopping' });
}
