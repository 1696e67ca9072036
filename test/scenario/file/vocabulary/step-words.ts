/** The steps and their members. */
export const STEPS = {
  deliver: {
    message: 'envelope',
    file: 'file',
    value: 'null',
    key: 'text',
    headers: 'map of text',
    partition: 'int',
    to: 'text',
    ageMs: 'int',
  },
  redeliver: { to: 'text' },
  'deliver-many': { template: 'envelope!', count: 'int!', partition: 'int', firstOffset: 'int' },
  resume: {
    choice: 'once / session / always / deny!',
    of: 'id',
    id: 'id',
    resolveAll: 'bool',
    generation: 'int',
    nameBy: 'chunk / result / memory / none',
    sentBefore: 'int',
    context: 'context',
  },
  seed: {
    message: 'envelope!',
    state: 'starting / running / waiting_for_approval / cancelling!',
    append: 'list of appended!',
  },
  'start-instance': { id: 'text!', service: 'command-service / projector' },
  'pause-instance': { instance: 'text!', at: 'point' },
  'resume-instance': { instance: 'text!' },
  hold: { instance: 'text!', at: 'point!' },
  release: { instance: 'text!' },
  'silence-heartbeats': { of: 'text!', forMs: 'int!' },
  'skew-clock': { instance: 'text!', ms: 'signed!' },
  crash: { instance: 'text', at: 'point', nth: 'int', sequence: 'int' },
  'power-cut': { at: 'point!' },
  restart: { instance: 'text' },
  signal: { name: 'SIGTERM!', at: 'point' },
  'expect-exit': { withinMs: 'int!', code: 'int' },
  rebalance: { from: 'text', to: 'text' },
  store: {
    on: 'append / read / subscribe / any!',
    match: 'match',
    nth: 'int',
    times: 'int',
    forMs: 'int',
    reply: 'ok / unavailable / timeout / wrong-expected!',
    committed: 'bool',
    delayMs: 'int',
  },
  kafka: {
    on: 'produce / init-producer-id / commit-transaction / offset-commit / fetch / any!',
    match: 'match',
    nth: 'int',
    times: 'int',
    reply:
      'CONCURRENT_TRANSACTIONS / INVALID_PRODUCER_EPOCH / PRODUCER_FENCED / MESSAGE_TOO_LARGE / REQUEST_TIMED_OUT / unreachable!',
    committed: 'bool',
  },
  'advance-clock': { ms: 'int!' },
  'wait-for': {
    state: 'state',
    generation: 'int',
    event: 'event',
    request: 'on',
    next: 'bool',
    accepted: 'int',
    of: 'id',
    count: 'int',
  },
  race: { a: 'step!', b: 'step!' },
  'health-check': {},
  reconcile: {},
  settle: {},
} as const;

/** Which calls a fault hits. */
export const MATCH = {
  instance: 'text',
  action: 'id',
  event: 'event',
  sequence: 'int',
  topic: 'commands / chunks / results / dead-letter',
  text: 'text',
} as const;

/** A raw event that `seed` appends. */
export const APPENDED = {
  type: 'text!',
  data: 'object',
  dataBytes: 'int',
  schemaVersion: 'int',
  ignorable: 'bool',
} as const;

/** The name of a step. */
export type StepName = keyof typeof STEPS;
