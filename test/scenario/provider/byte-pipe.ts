/** How the bytes of an answer end: normally, with the connection reset, or not at all. */
export type PipeEnd = 'fin' | 'reset' | 'open';

/** One write, or the end. */
export type Piece =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'end'; readonly how: 'fin' | 'reset' };

/**
 * What one side of a connection has written and the other not yet read. Writing never waits, as a socket's buffer
 * takes what a reader that stands still does not; each write is one read.
 */
export class BytePipe {
  readonly #pieces: Piece[] = [];
  #reader: ((piece: Piece) => void) | null = null;

  write(piece: Piece): void {
    const reader = this.#reader;
    this.#reader = null;
    if (reader === null) this.#pieces.push(piece);
    else reader(piece);
  }

  /** The next piece; never settles when nothing more comes. One reader at a time. */
  read(): Promise<Piece> {
    const piece = this.#pieces.shift();
    if (piece !== undefined) return Promise.resolve(piece);
    return new Promise((resolve) => (this.#reader = resolve));
  }
}
