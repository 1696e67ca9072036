import { jsonAnswer, runNotFound, type Answer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';

/** `POST /v1/runs/{id}/stop`: the body is ignored; a finished run is 404 up to profile B (7.1). */
export function stopRun({ process, id }: Exchange): Answer {
  const run = process.runs.get(id);
  if (run === undefined || run.finished() || !run.controllable) return runNotFound(id);
  run.stop();
  return jsonAnswer(200, { run_id: id, status: 'stopping' });
}
