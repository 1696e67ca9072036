import type { Mutant } from '../mutant.js';

const START = 'packages/connector/src/runs/start.ts';
const SUPERVISOR = 'packages/connector/src/runs/supervisor.ts';
const START_RUN = 'packages/hermes-client/src/start-run.ts';
const START_OUTCOME = 'packages/hermes-client/src/start-outcome.ts';

const CLAIM = 'await run.stream.commit((state) => claimStart(state, claim.data, facts), options);';
const CLAIM_IN_FORCE =
  'if (state?.binding.start_claim?.claim_id !== claim.claimId || state.unreadable !== null) return null;';
const NO_CLAIM_NEEDED = 'if (state === null || state.unreadable !== null) return null;';

/** Faults of the start fence (SPEC S1 to S10, DESIGN 3.2). */
export const START_MUTANTS: readonly Mutant[] = [
  {
    name: 'start-fence-removed',
    why: 'a run is started without a claim in the log, so that nobody knows of it after a crash',
    edits: [
      { file: SUPERVISOR, text: CLAIM, replacement: '' },
      {
        file: START,
        text: CLAIM_IN_FORCE,
        replacement: NO_CLAIM_NEEDED,
      },
    ],
    expected: ['G1'],
  },
  {
    name: 'claim-id-not-checked',
    why: 'of two processes that want to start a run, the one that lost the claim starts it too',
    edits: [
      {
        file: START,
        text: CLAIM_IN_FORCE,
        replacement: NO_CLAIM_NEEDED,
      },
    ],
    expected: ['G1'],
  },
  {
    name: 'claim-id-not-checked-after-a-retried-append',
    why: 'who had to repeat an append takes the claim of another writer for its own',
    edits: [
      {
        file: 'packages/connector/src/streams/binding-stream.ts',
        text: "if (outcome.kind === 'appended' || startsWith(news, sealed.rows)) {",
        replacement: "if (outcome.kind === 'appended' || retried || startsWith(news, sealed.rows)) {",
      },
      {
        file: START,
        text: CLAIM_IN_FORCE,
        replacement: NO_CLAIM_NEEDED,
      },
    ],
    expected: ['G1'],
  },
  {
    name: 'start-retried-on-503',
    why: 'a server error that may have started a run is answered with a second start',
    edits: [
      {
        file: START,
        text: 'const outcome = await run.endpoint.client.startRun(request, run.signal);',
        replacement: `let outcome = await run.endpoint.client.startRun(request, run.signal);
  if (outcome.kind === 'unknown' && outcome.httpStatus === 503)
    outcome = await run.endpoint.client.startRun(request, run.signal);`,
      },
    ],
    expected: ['G1'],
  },
  {
    name: 'start-retried-on-reset',
    why: 'a connection that breaks after the request was sent is answered with a second start',
    edits: [
      {
        file: START_RUN,
        text: 'const response = await send(context, request, guard);',
        replacement:
          'const response = await send(context, request, guard).catch(() => send(context, request, guard));',
      },
    ],
    expected: ['G1'],
  },
  {
    name: 'claim-of-the-dead-stolen',
    why: 'after a crash a claimed start is sent again, although it may have been sent before',
    edits: [
      {
        file: SUPERVISOR,
        text: 'await run.stream.commit((now) => condemnClaim(now, reason), patiently(run));',
        replacement: `await driveClaimedRun(run, {
        claimId: state.binding.start_claim?.claim_id ?? reason,
        takenAtMonotonic: run.surroundings.clock.monotonic(),
      });`,
      },
    ],
    expected: ['G1'],
  },
  {
    name: 'unknown-start-told-as-failed',
    why: 'a start whose answer was lost is told as not sent, and somebody repeats it',
    edits: [
      {
        file: START_RUN,
        text: "return { kind: 'unknown', reason, requestSent, httpStatus: null, runIdSeen: null };",
        replacement: "return { kind: 'not_sent', reason };",
      },
    ],
    expected: ['G3'],
  },
  {
    name: 'server-error-taken-as-refusal',
    why: 'a 5xx, behind which a run may go on, is told as a definite refusal',
    edits: [
      {
        file: START_OUTCOME,
        text: 'if (status >= 400 && status < 500) return rejected(response, body, mask);',
        replacement: 'if (status >= 400) return rejected(response, body, mask);',
      },
    ],
    expected: ['G3'],
  },
  {
    name: 'claim-time-not-watched',
    why: 'a start is waited for beyond the time of its claim',
    edits: [
      {
        file: START,
        text: 'return Math.floor(ttl - margin - used);',
        replacement: 'return Math.floor(ttl + margin - used);',
      },
    ],
    expected: ['G3'],
  },
  {
    name: 'nothing-sent-although-it-was',
    why: 'the evidence of a lost start says that Hermes cannot have it, although it has',
    edits: [
      {
        file: START_RUN,
        text: "return { kind: 'unknown', reason, requestSent, httpStatus: null, runIdSeen: null };",
        replacement:
          "return { kind: 'unknown', reason, requestSent: false, httpStatus: null, runIdSeen: null };",
      },
    ],
    expected: ['G3'],
  },
];
