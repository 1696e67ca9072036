import type { PipeEnd } from './byte-pipe.js';

/** How a body is told to end. */
export interface Framing {
  /** Size of a body that comes with one write and ends normally; null for one in pieces or with another end. */
  readonly whole: number | null;
  /** The connection may serve another request. */
  readonly keepAlive: boolean;
}

/** Where the answer to one request is written: a connection, real or not. Each write is one read for the client. */
export interface AnswerSink {
  /** Status line and headers. */
  head(status: number, headers: Readonly<Record<string, string>>, framing: Framing): void;
  /** Bytes in place of status line, headers and body. */
  raw(bytes: Uint8Array): void;
  /** Bytes of the body. */
  write(bytes: Uint8Array): void;
  /** Resolves when the client has had time to read what was written, so that the next write is a read of its own. */
  taken(): Promise<void>;
  /** After the last byte. */
  end(how: PipeEnd): void;
  /** Aborted when nobody takes the answer any more, or it is written to its end. */
  readonly closed: AbortSignal;
}
