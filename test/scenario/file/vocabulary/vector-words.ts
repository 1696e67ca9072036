/** Members of the file beside the body of an event stream: what a conforming parser makes of it. */
export const VECTOR = {
  case: 'text',
  events: 'list of vector-event!',
  comments: 'int',
  cuts: 'list of int',
  undispatchedTail: 'bool',
  bytes: 'int',
  sha256: 'text',
  note: 'text',
} as const;

/** One dispatched event. */
export const VECTOR_EVENT = { type: 'text!', lastEventId: 'text!', data: 'text!' } as const;
