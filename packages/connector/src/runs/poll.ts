import { deadlineOf, loseObservation, recordStatus, type LostObservation } from '@aip-hermes/binding';
import { wait } from '../wait.js';
import { paceAfter, pollPace } from './poll-pace.js';
import { readStatusInTime } from './read-status-in-time.js';
import { ownership } from './record-reads.js';
import { limitsOf, patiently, type RunContext } from './run-context.js';
import { StatusJudge } from './status-judge.js';

/** A provider may ask for more patience; this much at most, milliseconds. */
const LONGEST_RETRY_AFTER_MS = 30_000;

/**
 * SPEC O6 to O9, O11: follows a bound run by its status alone until it ends, its outcome is lost, the deadline
 * passes, somebody else observes it, or the process stops. The status is read at least once, and once more at the
 * deadline: what the provider knows comes before what the clock says.
 */
export async function pollRun(run: RunContext, claimId: string): Promise<'ended' | 'lost' | 'stopped'> {
  const runId = run.stream.state?.binding.run_id;
  if (runId === null || runId === undefined) return 'lost';
  const judge = new StatusJudge();
  const calm = pollPace(run.endpoint);
  let lastProblem = 'the run was still going on';
  for (;;) {
    const outcome = await readStatusInTime(run, runId, timeLeft(run));
    const verdict = judge.judge(outcome);
    if (run.signal.aborted) return 'stopped';
    let delay = 0;
    switch (verdict.kind) {
      case 'ended':
      case 'alive':
        await run.stream.commit(
          (state) => recordStatus(state, verdict.word, verdict.document, limitsOf(run)),
          patiently(run),
        );
        if (verdict.kind === 'alive' && verdict.changed) calm.reset();
        delay = calm.next();
        break;
      case 'lost':
        return lose(run, claimId, verdict.lost);
      case 'confirm':
        calm.reset();
        delay = calm.next();
        break;
      case 'transient':
        lastProblem = `the last status read failed: ${verdict.reason}`;
        run.surroundings.log.warn(
          { action_id: run.stream.actionId, reason: verdict.reason },
          'a status read failed; trying again until the deadline',
        );
        delay = Math.max(calm.next(), Math.min(verdict.retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS));
        break;
    }
    const now = ownership(run, claimId);
    if (now !== 'mine') return now;
    const left = timeLeft(run);
    if (left <= 0) return lose(run, claimId, { why: 'deadline', detail: lastProblem });
    if (
      (await wait(run.surroundings.timers, Math.min(paceAfter(outcome, delay), left), run.signal)) ===
      'aborted'
    ) {
      return 'stopped';
    }
  }
}

/** Milliseconds to the deadline of a bound run. */
function timeLeft(run: RunContext): number {
  const state = run.stream.state;
  const at = state === null ? null : deadlineOf(state);
  return at === null ? 0 : at - run.surroundings.clock.now();
}

async function lose(run: RunContext, claimId: string, lost: LostObservation): Promise<'ended' | 'lost'> {
  await run.stream.commit((state) => loseObservation(state, lost, run.secrets), patiently(run));
  return ownership(run, claimId) === 'ended' ? 'ended' : 'lost';
}
