/** Members of a generated event stream file. */
export const GENERATED_STREAM = {
  kind: 'generated-stream/1!',
  case: 'text!',
  variants: 'list of stream-variant!',
} as const;

/** One body of an event stream: `prefix`, then `count` times `repeat`, padding and line end. */
export const STREAM_VARIANT = {
  name: 'text!',
  prefix: 'text',
  repeat: 'text!',
  padChar: 'text',
  padCount: 'int',
  lineEnd: 'text',
  count: 'int!',
  chunkBytes: 'int!',
  expect: 'stream-expectation!',
} as const;

/** What ends the stream, and what may be held in memory for it. */
export const STREAM_EXPECTATION = {
  streamEnd: 'frame-limit / stream-limit / none!',
  maxRetainedBytes: 'int!',
} as const;

/** Members of a generated JSON file. */
export const GENERATED_JSON = {
  kind: 'generated-json/1!',
  case: 'text!',
  variants: 'list of json-variant!',
  expect: 'json-expectation!',
} as const;

/** One nested value and where it stands. */
export const JSON_VARIANT = {
  name: 'text!',
  open: 'text!',
  close: 'text!',
  levels: 'int!',
  at: 'text!',
} as const;

/** What becomes of the variants. */
export const JSON_EXPECTATION = {
  accepted: 'list of text',
  rejected: 'list of text',
  recordedOpaque: 'list of text',
  processAlive: 'bool',
  sameAnswerInWorkerThread: 'bool',
} as const;

/** Members of a load file. */
export const LOAD = {
  kind: 'load/1!',
  case: 'text!',
  runs: 'int!',
  concurrency: 'int!',
  eventsPerRun: 'int!',
  eventsPerSecondPerRun: 'int',
  given: 'load-given',
  expect: 'load-expectation',
} as const;

/** Members of a load's `given`. */
export const LOAD_GIVEN = { store: 'load-store' } as const;

/** Members of a load's `given.store`. */
export const LOAD_STORE = {
  kind: 'memory / embedded / eventstoredb',
  syncMs: 'int',
  spikeMs: 'int',
  spikeEvery: 'int',
} as const;

/** What must hold after the load. */
export const LOAD_EXPECTATION = {
  warnings: 'list of text',
  heapGrowthAfter500: 'text',
  listenersOnShutdownSignal: 'text',
  lostEvents: 'bound',
  busyErrorsSurfaced: 'bound',
  maxBufferedEventsPerRun: 'bound',
} as const;
