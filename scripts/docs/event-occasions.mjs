// @ts-check

/**
 * @typedef {object} Occasion
 * @property {string} when When the event is appended.
 * @property {string} holds Ids of the rules and guarantees it serves.
 * @property {string | null} by File of the decision that makes it; null: nothing makes it yet.
 */

const DECIDE = 'packages/binding/src/decide';

/**
 * When each event of the log is appended, in the order of the page.
 *
 * @type {Readonly<Record<string, Occasion>>}
 */
export const OCCASIONS = {
  OperatorRunRequested: {
    when: 'First of every binding, at a stream that does not exist yet: the command passed every check.',
    holds: 'B1, B2, G1, G5',
    by: `${DECIDE}/request-run.ts`,
  },
  InvocationAccepted: {
    when: 'With the request, and for every later command that joins the run.',
    holds: 'B5, M9, M10, R5, G6',
    by: `${DECIDE}/join-run.ts`,
  },
  RunStartClaimed: {
    when: 'With the request when a slot is free, else as soon as one is; always before the start call.',
    holds: 'S1, S2, G1',
    by: `${DECIDE}/claim-start.ts`,
  },
  RunBound: {
    when: 'Hermes answered the start with 2xx and a usable run id.',
    holds: 'S4, G1',
    by: `${DECIDE}/bind-run.ts`,
  },
  ObservationClaimed: {
    when: 'A process begins to follow a bound run, right after binding or after a restart.',
    holds: 'O1, O7, G7',
    by: `${DECIDE}/take-over.ts`,
  },
  ProviderEventObserved: {
    when: 'An event came on the stream of Hermes that opens no prompt and ends no run, or the connector has something to say.',
    holds: 'B6, O2 to O4, R6, G7, G10',
    by: `${DECIDE}/record-events.ts`,
  },
  StreamEnded: {
    when: 'The stream of Hermes ended without an end of the run, or another process took over.',
    holds: 'O6, O7, G7',
    by: `${DECIDE}/end-stream.ts`,
  },
  ApprovalRequested: {
    when: 'Hermes asks a person, on the stream or in a status.',
    holds: 'A1, R2, G6, G7',
    by: `${DECIDE}/open-prompt.ts`,
  },
  ApprovalAnswerClaimed: { when: 'Before an answer is sent to Hermes.', holds: 'A3, A9, G2', by: null },
  ApprovalAnswerApplied: { when: 'Hermes took the answer (2xx).', holds: 'A5, G2', by: null },
  ApprovalAnswerRejected: { when: 'Hermes refused the answer (4xx).', holds: 'A5, G2', by: null },
  ApprovalAnswerOutcomeUnknown: {
    when: 'Whether Hermes took the answer is not known; with `RunOutcomeUnknown` in one append.',
    holds: 'A5, A6, G3',
    by: null,
  },
  ApprovalExpired: { when: 'A prompt closed that was not answered from here.', holds: 'A10, G7', by: null },
  CancellationRequested: {
    when: 'A cancel is taken, before anything is done.',
    holds: 'X1, M4, G8',
    by: null,
  },
  RunStopSent: { when: 'A stop was sent to Hermes and answered, or not.', holds: 'X2, G8', by: null },
  RunCompleted: {
    when: 'Hermes said that the run completed, on the stream or in a status.',
    holds: 'R2, R3, R5, O11, G4, G6, G7',
    by: `${DECIDE}/end-run.ts`,
  },
  RunFailed: {
    when: 'Hermes said that the run failed, refused the start (4xx), or provably got nothing.',
    holds: 'S3, S10, I12, R5, O11, G3, G4, G7',
    by: `${DECIDE}/settle-start.ts`,
  },
  RunCancelled: {
    when: 'Hermes said that the run was cancelled.',
    holds: 'X10, R2, O11, G4, G7, G8',
    by: `${DECIDE}/end-run.ts`,
  },
  RunOutcomeUnknown: {
    when: 'The start has no clear answer, its claim lost its owner, or a bound run can be followed no longer.',
    holds: 'S5 to S7, O5, O8, O9, O11, G1, G3, G4',
    by: `${DECIDE}/lose-observation.ts`,
  },
  DelegationResolved: {
    when: 'The records of a delegated child were verified, or were not.',
    holds: 'D7 to D10, G9',
    by: null,
  },
  LateEvidenceRecorded: {
    when: 'Something is learned about a run whose outcome was settled as unknown.',
    holds: 'S9, G3, G4',
    by: `${DECIDE}/late-evidence.ts`,
  },
  ResumeReceived: {
    when: 'First of a stream of its own for every answer, so that its id is unique.',
    holds: 'A2, A4, I10, G5',
    by: null,
  },
  CommandRefused: {
    when: 'A command that names an Action is refused.',
    holds: 'M5, M6, M8, M9, B3, G5, G6, G11',
    by: 'packages/connector/src/admission/beside-streams.ts',
  },
  ReplayServed: {
    when: 'An Action that has ended is asked for again under a new message id.',
    holds: 'B5, B8, M10, G4, G6',
    by: 'packages/connector/src/admission/beside-streams.ts',
  },
  OpenBindingsSnapshot: {
    when: 'Every 1,000 events and at a stop; any process may write it, and a lost one is rebuilt from the log.',
    holds: 'G6',
    by: 'packages/connector/src/recovery/open-bindings.ts',
  },
};
