/** Other writers won every time; nothing was written. The caller tries later. */
export class StreamContention extends Error {
  override readonly name = 'StreamContention';
  readonly code = 'connector.stream_contention';
}
