/** An event as the log holds it, as far as decoding needs it. */
export interface EventRow {
  readonly type: string;
  /** JSON text. */
  readonly data: string;
  /** JSON text. */
  readonly metadata: string;
  /** Position in its stream, from 0. */
  readonly revision: number;
  /** Set where the log says that the row is not what was written, and why: it cannot be understood then. */
  readonly damage?: string | undefined;
}
