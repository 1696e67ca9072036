/** Members of a route: one answer of the scripted provider and when it is taken. */
export const ROUTE = {
  on: 'on!',
  run: 'int',
  nth: 'int',
  when: 'when',
  expectHeader: 'map of text',
  forbidHeader: 'list of text',
  expectJson: 'object',
  expectJsonAbsent: 'list of text',
  sharedQueue: 'bool',
  reply: 'reply',
  replies: 'list of reply',
} as const;

/** Members of a condition, for the run of the request at its arrival. */
export const WHEN = {
  atMs: 'bound',
  approvalCalls: 'bound',
  stopCalls: 'bound',
  framesSent: 'bound',
} as const;

/** Members of a reply. */
export const REPLY = {
  status: 'int',
  headers: 'map of text',
  json: 'any',
  text: 'text',
  rawHex: 'text',
  chunks: 'list of chunk',
  pad: 'pad',
  increment: 'list of text',
  readBody: 'bool',
  waitMs: 'int',
  end: 'fin / reset / open',
  keepAlive: 'bool',
  connect: 'refused / dns-failure / tls-failure',
  times: 'int',
} as const;

/** Members of a chunk: one write of an event stream, or a pause. */
export const CHUNK = {
  event: 'object',
  text: 'text',
  file: 'file',
  waitMs: 'int',
  waitFor: 'approval-calls / stop-calls',
  count: 'int',
  repeat: 'int',
  everyMs: 'int',
  burst: 'int',
  pad: 'pad',
} as const;

/** Members of `pad`: a top-level member is set to one character, `count` times. */
export const PAD = { member: 'text!', char: 'text!', count: 'int!' } as const;
