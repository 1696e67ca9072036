import type { PipeEnd } from './byte-pipe.js';

/** Where the answer to one request is written: a connection, real or not. Each write is one read for the client. */
export interface AnswerSink {
  /**
   * Status line and headers. `whole`: size of the body that follows with one write and a normal end; null when the
   * body comes in pieces or its end is not the normal one.
   */
  head(status: number, headers: Readonly<Record<string, string>>, whole: number | null): void;
  /** Bytes in place of status line, headers and body. */
  raw(bytes: Uint8Array): void;
  /** Bytes of the body. */
  write(bytes: Uint8Array): void;
  /** After the last byte; `keepAlive` tells whether the connection may serve another request. */
  end(how: PipeEnd, keepAlive: boolean): void;
  /** Aborted when nobody takes the answer any more, or it is written to its end. */
  readonly closed: AbortSignal;
}
