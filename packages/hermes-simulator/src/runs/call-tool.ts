import { PythonFloat } from '../json.js';
import type { ToolScript } from '../script/script.js';
import { askApproval, isAllowed } from './ask-approval.js';
import { firstCharacters, SAID_CHARACTERS } from './said.js';
import type { Worker } from './worker.js';

/** How a call went: `refused` by a person or a stop; `unanswered` in time; `unreachable` for a question nobody gets; `killed` by a stop. */
export type ToolOutcome = 'ended' | 'refused' | 'unanswered' | 'unreachable' | 'killed';

/** What a call does beyond taking its time. */
export interface ToolWork {
  /** What the model gets, for the preview of profile D. */
  readonly result?: (outcome: ToolOutcome) => string;
  /** Done instead of waiting `durationMs`, once the call may run. */
  readonly work?: () => Promise<ToolOutcome>;
}

/** What a refused call takes until it is reported. */
const REFUSAL_MS = 1;

/**
 * One tool call on the stream: `tool.started`, perhaps a question, `tool.completed` with the whole duration (5.3),
 * in profile D with the start of what the model gets.
 */
export async function callTool(worker: Worker, tool: ToolScript, more: ToolWork = {}): Promise<ToolOutcome> {
  const { run } = worker;
  const startedAt = run.clock.now();
  run.emit('tool.started', { tool: tool.name, preview: tool.preview });
  const outcome = await perform(worker, tool, more.work);
  const duration = Math.round(run.clock.now() - startedAt) / 1000;
  run.deliverSteer();
  const error = outcome !== 'ended' || tool.error === true;
  const shown = more.result === undefined || !worker.profile.outcomes ? undefined : more.result(outcome);
  run.emit('tool.completed', {
    tool: tool.name,
    duration: new PythonFloat(duration),
    error,
    ...(shown === undefined ? {} : { preview: firstCharacters(shown, SAID_CHARACTERS) }),
  });
  return outcome;
}

async function perform(worker: Worker, tool: ToolScript, work: ToolWork['work']): Promise<ToolOutcome> {
  if (tool.approval !== undefined) {
    const outcome = await askApproval(worker, tool.approval);
    if (outcome === 'unreachable') return outcome;
    if (!isAllowed(outcome)) {
      if (outcome !== 'stopped') await worker.run.clock.sleep(REFUSAL_MS);
      return outcome === 'timeout' ? 'unanswered' : 'refused';
    }
  }
  if (work !== undefined) return work();
  if (tool.ignoresStop === true) {
    await worker.run.clock.sleep(tool.durationMs);
    return 'ended';
  }
  return (await worker.run.wait(tool.durationMs, worker.profile.limits.toolStopMs)) ? 'ended' : 'killed';
}
