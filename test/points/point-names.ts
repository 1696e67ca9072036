/**
 * The places in the course of an Action at which a process can be stopped, killed or cut off from its power: where
 * "is it durable?" and "did it happen?" have different answers. Scenarios, kill tests and the simulation share them.
 */
const POINTS = {
  'before-create-append': 'A command is decided and its OperatorRunRequested not yet handed to the log.',
  'after-create-append': 'OperatorRunRequested is confirmed in an append that claims no start.',
  'after-claim-append': 'RunStartClaimed is confirmed and not one byte of the start request is written.',
  'after-request-written': 'The provider has read the start request whole; nothing of its answer is seen.',
  'after-response-before-bind-append':
    'The answer to the start request is read whole; RunBound is not yet handed to the log.',
  'after-bind-append': 'RunBound is confirmed; the event stream has not been asked for.',
  'after-first-provider-event-append': 'The first append that holds a ProviderEventObserved is confirmed.',
  'before-terminal-append': 'An append with a terminal event is ready and not yet handed to the log.',
  'after-terminal-append': 'The terminal event is confirmed; the projector has not read it.',
  'after-resume-received': 'ResumeReceived is confirmed; ApprovalAnswerClaimed is not yet handed to the log.',
  'after-answer-claim-append':
    'ApprovalAnswerClaimed is confirmed and not one byte of the approval call is written.',
  'after-approval-written': 'The provider has read the approval call whole; nothing of its answer is seen.',
  'after-cancel-append': 'CancellationRequested is confirmed; no stop request is written.',
  'after-stop-written': 'The provider has read the stop request whole; nothing of its answer is seen.',
  'before-offset-commit': 'The decision on a record is durable; the offset of the record is not committed.',
  'after-append-error':
    'An append has failed or its answer is overdue; neither a retry nor a read has followed.',
  'after-produce-before-commit':
    'The broker has acknowledged the records of a projector batch; their transaction is open.',
  'after-publish':
    'The result of the source Action is committed on its topic; the offset of the command is not.',
} as const;

/** The name of a point. */
export type PointName = keyof typeof POINTS;

/** All names of points, in the order in which an Action comes by them. */
export const POINT_NAMES = Object.keys(POINTS) as readonly PointName[];
