import { isTerminal, takeOver } from '@aip-hermes/binding';
import { watchLateRun } from './late-watch.js';
import { observeStream } from './observe.js';
import { pollRun } from './poll.js';
import { patiently, type RunContext } from './run-context.js';
import { startRun, type HeldClaim } from './start.js';

/**
 * Takes a run whose start this process has claimed from the start call to its end (SPEC sections 5 and 6). When it
 * returns, the run has ended, somebody else observes it, or the process stops.
 */
export async function driveClaimedRun(run: RunContext, claim: HeldClaim): Promise<void> {
  const claimId = await startRun(run, claim);
  if (claimId === null) return;
  const end = await observeStream(run, claimId);
  if (end === 'poll') await pollRun(run, claimId);
}

/** Takes a bound run over from an observer that is gone, and polls it to its end (SPEC O7). */
export async function driveBoundRun(run: RunContext): Promise<void> {
  const observation = { claim_id: run.surroundings.ids.uuid(), instance_id: run.instanceId };
  await run.stream.commit((state) => takeOver(state, observation), patiently(run));
  if (run.stream.state?.binding.observation?.claim_id !== observation.claim_id) return;
  await pollRun(run, observation.claim_id);
}

/** What is still worth reading once the binding has ended (SPEC S9). */
export async function afterTheEnd(run: RunContext): Promise<void> {
  const state = run.stream.state;
  if (state !== null && isTerminal(state.binding.status) && state.lateRunId !== null) await watchLateRun(run);
}
