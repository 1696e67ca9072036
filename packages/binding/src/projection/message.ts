/** One recorded event as the log keeps it; the event log's record fits it. */
export interface RecordedRow {
  readonly stream: string;
  readonly id: string;
  readonly revision: number;
  /** Set where the log says that the row is not what was written, and why: a substitute is published then. */
  readonly damage?: string | undefined;
  readonly type: string;
  /** JSON text. */
  readonly data: string;
  /** JSON text. */
  readonly metadata: string;
}

/** One message to publish (DESIGN 4). `value`: the envelope as JSON text, well-formed Unicode. */
export interface Message {
  readonly topic: 'stream_chunks' | 'results';
  readonly key: string;
  readonly value: string;
  readonly headers: Readonly<Record<string, string>>;
}
