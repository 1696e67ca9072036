import { recordLateEvidence } from '@aip-hermes/binding';
import { isUsableRunId } from '@aip-hermes/hermes-client';
import { wait } from '../wait.js';
import { paceAfter, pollPace } from './poll-pace.js';
import { readStatusInTime } from './read-status-in-time.js';
import { limitsOf, patiently, type RunContext } from './run-context.js';
import { StatusJudge } from './status-judge.js';

/**
 * SPEC S9: a run id that came to light after the start was settled as unknown is read, read-only, until it ends or
 * the observation window is over; what is learned is kept as late evidence and changes no state.
 */
export async function watchLateRun(run: RunContext): Promise<void> {
  const state = run.stream.state;
  const runId = state?.lateRunId;
  if (state === null || runId === null || runId === undefined || !isUsableRunId(runId)) return;
  const judge = new StatusJudge();
  const pace = pollPace(run.endpoint);
  const { clock, timers } = run.surroundings;
  const until = clock.monotonic() + state.request.timeout_ms;
  while (clock.monotonic() < until) {
    const outcome = await readStatusInTime(run, runId, until - clock.monotonic());
    const verdict = judge.judge(outcome);
    if (run.signal.aborted) return;
    if (verdict.kind === 'ended') {
      const detail = `the provider says ${verdict.word}; the recorded outcome stays unknown until a person reconciles it`;
      const learned = { what: 'run_ended', run_id: runId, said: verdict.document, detail } as const;
      await run.stream.commit((now) => recordLateEvidence(now, learned, limitsOf(run)), patiently(run));
      return;
    }
    if (verdict.kind === 'lost') {
      const learned = {
        what: 'gone',
        run_id: runId,
        said: null,
        detail: 'the provider does not know the run',
      } as const;
      await run.stream.commit((now) => recordLateEvidence(now, learned, limitsOf(run)), patiently(run));
      return;
    }
    if ((await wait(timers, paceAfter(outcome, pace.next()), run.signal)) === 'aborted') return;
  }
}
