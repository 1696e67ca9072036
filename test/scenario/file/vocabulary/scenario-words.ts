/** Members of a scenario. */
export const SCENARIO = {
  kind: 'scenario/1!',
  case: 'text!',
  profile: 'A / B / C / D!',
  given: 'given',
  provider: 'list of route!',
  steps: 'list of step!',
  expect: 'expectations!',
} as const;

/** Members of `given`: what differs from the common set-up. */
export const GIVEN = {
  clock: 'virtual / real',
  sockets: 'memory / real',
  policy: 'policy',
  endpoint: 'endpoint',
  store: 'store',
  broker: 'broker',
  serverIdleCloseMs: 'int',
  logLevel: 'text',
  canary: 'text',
} as const;

/** Members of `given.endpoint`. */
export const ENDPOINT = { apiKey: 'text', connectTimeoutMs: 'int', headersTimeoutMs: 'int' } as const;

/** Members of `given.store`. */
export const STORE = {
  kind: 'memory / embedded / eventstoredb',
  maxAppendBytes: 'int',
  countsMetadata: 'bool',
} as const;

/** Members of `given.broker`. */
export const BROKER = {
  kind: 'memory / embedded / kafka',
  messageMaxBytes: 'int',
  sessionTimeoutMs: 'int',
} as const;

/** A last result and its error code, one of several that are good. */
export const RESULT_AND_CODE = { result: 'status', code: 'text' } as const;

/** Members of a matrix: one command, killed at each of a list of points. */
export const MATRIX = {
  kind: 'scenario-matrix/1!',
  case: 'text!',
  profile: 'A / B / C / D!',
  given: 'given',
  provider: 'list of route!',
  command: 'envelope!',
  crashPoints: 'list of crash-point!',
} as const;

/** Members of one entry of a matrix. */
export const CRASH_POINT = {
  at: 'point!',
  given: 'given',
  before: 'list of step',
  expect: 'expectations!',
} as const;

/** Statuses of an action result. */
export const STATUSES = ['completed', 'failed', 'cancelled', 'requires_human'] as const;

/** States of a binding; `terminal` stands for any of the four before it. */
export const STATES = [
  'starting',
  'running',
  'waiting_for_approval',
  'cancelling',
  'completed',
  'failed',
  'cancelled',
  'outcome_unknown',
  'terminal',
] as const;
