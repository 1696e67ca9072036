/**
 * What a run left behind, as plain JSON: rows of the log, messages on the bus, the provider's own record. The model
 * judges these alone and imports nothing of the product.
 */

/** A JSON object that nobody has checked. */
export type Facts = Readonly<Record<string, unknown>>;

/** An event of the log. `at`: virtual milliseconds when it was seen. */
export interface Row {
  readonly at: number;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly data: Facts;
  readonly metadata: Facts;
  /** Data and metadata as they stand in the log. */
  readonly text: string;
}

/** A record on one of the topics the product writes to. */
export interface BusRecord {
  readonly topic: string;
  readonly key: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed envelope; empty for dead letters. */
  readonly envelope: Facts;
}

/** How the provider answered a request, in its own words. Delays in virtual milliseconds after the request. */
export type ProviderAnswer =
  | { readonly kind: 'accepted'; readonly runId: string; readonly delayMs: number }
  | { readonly kind: 'rejected'; readonly status: number; readonly delayMs: number }
  /** An answer that does not say whether there is a run. */
  | { readonly kind: 'ambiguous'; readonly what: string; readonly delayMs: number }
  /** The caller got no answer. `reached`: the provider had the whole request. `delayMs`: null for one that hears nothing. */
  | {
      readonly kind: 'lost';
      readonly reached: boolean;
      readonly what: string;
      readonly delayMs: number | null;
    }
  | { readonly kind: 'status'; readonly word: string; readonly delayMs: number }
  | { readonly kind: 'status_failed'; readonly what: string }
  | { readonly kind: 'status_unknown_run' }
  | { readonly kind: 'stream'; readonly events: readonly Said[]; readonly end: string };

/** An event of a stream. `at`: virtual milliseconds when the provider sends it. */
export interface Said {
  readonly at: number;
  readonly name: string;
}

/** One request as the provider recorded it. */
export interface ProviderCall {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  /** The session of a start, or of the run that is asked about. */
  readonly session: string;
  readonly answer: ProviderAnswer;
}

/** A record put on the command topic. */
export interface Delivered {
  readonly partition: number;
  readonly offset: number;
  readonly bytes: Uint8Array;
  /** Null where the bytes are no command. */
  readonly command: {
    readonly messageId: string;
    readonly actionId: string;
    /** Endpoint, input, key and caller of an Action, as one text; null for other commands. */
    readonly identity: string | null;
  } | null;
  /** It must lie on the dead-letter topic, whether or not it is answered too. */
  readonly dead: boolean;
}

/** A message as the log gives it again. */
export interface DerivedMessage {
  readonly topic: string;
  readonly key: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly value: string;
}

/** What is left when a run is over. */
export interface RunFacts {
  readonly rows: readonly Row[];
  readonly bus: readonly BusRecord[];
  readonly calls: readonly ProviderCall[];
  readonly delivered: readonly Delivered[];
  readonly logLines: readonly string[];
  /** Timers that the last process waits for; runs it has a place for. */
  readonly timersLeft: number;
  readonly placesTaken: number;
}

/** A guarantee that does not hold. */
export interface Violation {
  readonly guarantee: string;
  readonly why: string;
}

/** The member at a path of an unchecked value; undefined where there is none. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let here: unknown = value;
  for (const name of path) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = (here as Record<string, unknown>)[name];
  }
  return here;
}

/** The text at a path, empty where there is none. */
export function textAt(value: unknown, ...path: readonly string[]): string {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : '';
}
