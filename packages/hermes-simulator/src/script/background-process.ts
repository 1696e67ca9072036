import { randomBytes, randomInt } from 'node:crypto';
import type { JsonObject } from '../json.js';

const SILENT_HINT =
  'background=true without notify_on_complete=true means this process runs SILENTLY \u2014 you will not be told when ' +
  'it exits. If this is a bounded task (test suite, build, CI poller, deploy, anything with a defined end), you ' +
  'almost certainly wanted notify_on_complete=true so the system pings you on exit. Re-launch with ' +
  "notify_on_complete=true, or call process(action='poll') / process(action='wait') yourself to learn the outcome. " +
  'Only ignore this hint for genuine long-lived processes that never exit (servers, watchers, daemons).';

const NOT_TOLD =
  'notify_on_complete / watch_patterns are not available in this session \u2014 it cannot receive an async completion ' +
  'after the turn ends (a one-shot runner such as `hermes -z` or a cron job, or a stateless HTTP endpoint). The ' +
  "process is running in the background; retrieve its result with process(action='poll') or process(action='wait').";

/** What the model gets of a background call: ids of a process that is not there. It outlives the run (9/#48). */
export function backgroundProcess(args: JsonObject): JsonObject {
  return {
    output: 'Background process started',
    session_id: `proc_${randomBytes(6).toString('hex')}`,
    pid: randomInt(1000, 100_000),
    exit_code: 0,
    error: null,
    ...(args['notify_on_complete'] === true
      ? { notify_on_complete: false, notify_unsupported: NOT_TOLD }
      : { hint: SILENT_HINT }),
  };
}
