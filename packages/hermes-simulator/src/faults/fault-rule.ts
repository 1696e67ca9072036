/** Routes a fault can be put on. */
export type FaultRoute =
  'start' | 'status' | 'events' | 'approval' | 'stop' | 'steer' | 'sessions' | 'discovery';

/** What goes wrong. Durations in simulated milliseconds. */
export type Fault =
  /** The request is handled, then the socket is destroyed instead of the answer: the lost 202. */
  | { readonly kind: 'lost-answer' }
  /** The request is handled at once, the answer comes late. */
  | { readonly kind: 'delayed-answer'; readonly delayMs: number }
  /** The request is not handled; this is answered: 4xx, 5xx, with any body. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The stream's socket is destroyed around frame `afterEvents` + 1: before it, in its middle, or after it. */
  | {
      readonly kind: 'cut-stream';
      readonly afterEvents: number;
      readonly where: 'before' | 'inside' | 'after';
    }
  /** After that many frames no byte comes any more; the connection stays open. */
  | { readonly kind: 'stall-stream'; readonly afterEvents: number }
  /** Every frame comes in that many HTTP chunks. */
  | { readonly kind: 'split-frames'; readonly pieces: number }
  /** The server process dies and starts again with empty memory: after handling a request, or in a stream. */
  | { readonly kind: 'restart'; readonly afterEvents?: number }
  /** The server process gets SIGTERM and starts again when its workers have ended: `run.cancelled` unasked (4.5). */
  | { readonly kind: 'terminate'; readonly afterEvents?: number }
  /** Frames with CRLF, `event:`, `id:` and `retry:` lines, which a reader must take as well (5.1). */
  | { readonly kind: 'odd-frames' }
  /** Every frame comes twice. */
  | { readonly kind: 'repeat-frames' }
  /** Frames with one `data:` line for each line of indented JSON (5.1). */
  | { readonly kind: 'multi-line' }
  /** Frames with characters beyond ASCII unescaped, in chunks that end inside them. */
  | { readonly kind: 'split-utf8' }
  /** The request is handled twice, as a proxy that repeats it would have it; the first answer is sent. */
  | { readonly kind: 'duplicate-request' }
  /** The answer has another content type: text/html. */
  | { readonly kind: 'wrong-type' }
  /** The answer is whole HTTP with half of its JSON. */
  | { readonly kind: 'truncated' }
  /** The headers come at once, the body in pieces over this time. */
  | { readonly kind: 'slow-body'; readonly overMs: number }
  /** The request is handled, then the whole server answers nothing for a while (9/#28). */
  | { readonly kind: 'stall-server'; readonly forMs: number }
  /** The request is handled, then new connections are refused for a while. */
  | { readonly kind: 'refuse-connections'; readonly forMs: number };

/** A fault, where it strikes, and how often. */
export interface FaultRule {
  readonly route: FaultRoute;
  readonly fault: Fault;
  /** Strikes at most this often; default 1. */
  readonly times?: number;
  /** Lets this many matching requests pass first; default 0. */
  readonly skip?: number;
  readonly runId?: string;
  readonly sessionId?: string;
}
