import type { Json } from '../json.js';
import type { Step, UsageScript } from '../script/script.js';
import { askApproval, isAllowed } from './ask-approval.js';
import { callTool } from './call-tool.js';
import { cancelRun } from './cancel-run.js';
import { firstCharacters, SAID_CHARACTERS } from './said.js';
import { FIRST_STEP_MS, SILENCE_STOP_MS, TEXT_STOP_MS, type Worker } from './worker.js';

/** Used where a script gives no usage: what the lab's model reports for one call. */
const DEFAULT_USAGE: UsageScript = { input_tokens: 100, output_tokens: 10, total_tokens: 110 };

/** Plays scripted steps; a script without an end completes with its last text. A stop discards the result up to B (7.1). */
export async function playSteps(worker: Worker, steps: readonly Step[]): Promise<void> {
  const { run } = worker;
  await run.wait(FIRST_STEP_MS, TEXT_STOP_MS);
  const said = { last: '' };
  const whole = await playAll(worker, steps, said);
  const kept = whole && worker.profile.stoppedResult === 'kept';
  if (run.stopRequested && !kept) await cancelRun(worker);
  else complete(worker, said.last, {});
}

async function playAll(worker: Worker, steps: readonly Step[], said: { last: string }): Promise<boolean> {
  for (const step of steps) {
    if (worker.run.stopRequested || worker.run.workerEnded) return false;
    await play(worker, step, said);
  }
  return true;
}

async function play(worker: Worker, step: Step, said: { last: string }): Promise<void> {
  const { run } = worker;
  if ('emit' in step) {
    const event = step.emit['event'];
    run.emit(typeof event === 'string' ? event : 'unknown', step.emit);
  } else if ('text' in step) {
    said.last = await sayText(worker, step.text, step.gapMs ?? 0);
  } else if ('tool' in step) {
    const outcome = await callTool(worker, step.tool);
    await playAll(worker, (outcome === 'ended' ? step.ifAllowed : step.ifDenied) ?? [], said);
  } else if ('reasoning' in step) {
    run.emit('reasoning.available', { text: firstCharacters(step.reasoning, SAID_CHARACTERS) });
  } else if ('waitApproval' in step) {
    const allowed = isAllowed(await askApproval(worker, step.waitApproval));
    await playAll(worker, (allowed ? step.ifAllowed : step.ifDenied) ?? [], said);
  } else if ('parallel' in step) {
    await Promise.all(step.parallel.map((list) => playAll(worker, list, said)));
  } else if ('sleepMs' in step) {
    await run.wait(step.sleepMs, SILENCE_STOP_MS);
  } else if ('complete' in step) {
    complete(worker, said.last, step.complete);
  } else if ('fail' in step) {
    run.finish('failed', { error: step.fail.error });
  } else if ('status' in step) {
    run.update({ status: step.status });
  } else if ('end' in step) {
    run.finish(step.end.status, step.end.fields ?? {});
  } else {
    run.finish('cancelled', {});
  }
}

async function sayText(worker: Worker, deltas: readonly string[], gapMs: number): Promise<string> {
  for (const delta of deltas) {
    if (worker.run.stopRequested) break;
    worker.run.emit('message.delta', { delta });
    if (gapMs > 0) await worker.run.wait(gapMs, TEXT_STOP_MS);
  }
  return deltas.join('');
}

function complete(worker: Worker, lastText: string, end: { output?: string; usage?: UsageScript }): void {
  if (worker.run.workerEnded) return;
  const output = end.output ?? lastText.trim();
  const usage: Json = { ...(end.usage ?? DEFAULT_USAGE) };
  worker.sessions.add(worker.transcript, { role: 'assistant', content: output, finish_reason: 'stop' });
  worker.run.finish('completed', { output, usage });
}
