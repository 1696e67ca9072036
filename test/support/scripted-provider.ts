import {
  TransportFailure,
  type HermesTransport,
  type TransportRequest,
  type TransportResponse,
} from '@aip-hermes/hermes-client';
import type { VirtualClock } from './virtual-clock.js';

/** What a provider under test does with one exchange. */
export type ScriptedAnswer =
  | {
      readonly status: number;
      readonly json?: unknown;
      readonly text?: string;
      readonly delayMs?: number;
      readonly headers?: Record<string, string>;
    }
  /** An event stream; each frame is one network chunk. */
  | { readonly frames: readonly ScriptedFrame[]; readonly end?: 'close' | 'reset' | 'open' }
  /** The exchange breaks. */
  | { readonly broken: 'refused' | 'reset'; readonly delayMs?: number }
  /** Nothing ever comes. */
  | { readonly silent: true };

/** One piece of an event stream. */
export type ScriptedFrame =
  | { readonly event: Record<string, unknown> }
  | { readonly text: string }
  | { readonly bytes: Uint8Array }
  | { readonly waitMs: number };

/** One request as the provider saw it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly atMs: number;
}

/** Decides on an answer; `nth` counts requests of this method and path from 1. */
export type Script = (request: SeenRequest, nth: number) => ScriptedAnswer;

/** A provider inside the process, below the client: scripted answers on a virtual clock, and a record of what came. */
export class ScriptedProvider implements HermesTransport {
  readonly seen: SeenRequest[] = [];
  readonly #clock: VirtualClock;
  script: Script;
  /** Told before each frame of an event stream. */
  onFrame: (() => void) | null = null;

  constructor(clock: VirtualClock, script: Script) {
    this.#clock = clock;
    this.script = script;
  }

  /** Requests of this method whose path fits. */
  count(method: string, path: RegExp): number {
    return this.seen.filter((request) => request.method === method && path.test(request.path)).length;
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    const path = new URL(request.url).pathname;
    const { method, headers, body, signal } = request;
    const nth = this.seen.filter((it) => it.method === method && it.path === path).length + 1;
    const seen: SeenRequest = { method, path, headers, body, atMs: this.#clock.monotonic() };
    const answer = this.script(seen, nth);
    if (!('broken' in answer && answer.broken === 'refused')) this.seen.push(seen);
    if (signal.aborted) throw new TransportFailure('aborted', false, 'aborted');
    if ('silent' in answer) return this.#forever(signal);
    if ('broken' in answer) {
      await this.#pause(answer.delayMs ?? 0, signal);
      throw new TransportFailure(answer.broken, answer.broken !== 'refused', `scripted: ${answer.broken}`);
    }
    if ('frames' in answer) {
      return {
        status: 200,
        headers: { 'content-type': 'text/event-stream' },
        body: this.#stream(answer, signal),
      };
    }
    await this.#pause(answer.delayMs ?? 0, signal);
    const text = answer.text ?? JSON.stringify(answer.json ?? {});
    return {
      status: answer.status,
      headers: { 'content-type': 'application/json', ...answer.headers },
      body: once(text),
    };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async *#stream(
    answer: Extract<ScriptedAnswer, { frames: unknown }>,
    signal: AbortSignal,
  ): AsyncIterable<Uint8Array> {
    for (const frame of answer.frames) {
      this.onFrame?.();
      if ('waitMs' in frame) await this.#pause(frame.waitMs, signal);
      else if ('text' in frame) yield bytes(frame.text);
      else if ('bytes' in frame) yield frame.bytes;
      else yield bytes(`data: ${JSON.stringify(frame.event)}\n\n`);
      if (signal.aborted) throw new TransportFailure('aborted', true, 'aborted');
    }
    if (answer.end === 'reset') throw new TransportFailure('reset', true, 'scripted: reset');
    if (answer.end === 'open') await this.#forever(signal);
  }

  #pause(ms: number, signal: AbortSignal): Promise<void> {
    if (ms === 0) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const aborted = (): void => {
        cancel();
        reject(new TransportFailure('aborted', true, 'aborted'));
      };
      const cancel = this.#clock.after(ms, () => {
        signal.removeEventListener('abort', aborted);
        resolve();
      });
      signal.addEventListener('abort', aborted, { once: true });
    });
  }

  #forever(signal: AbortSignal): Promise<never> {
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(new TransportFailure('aborted', true, 'aborted')), {
        once: true,
      });
    });
  }
}

async function* once(text: string): AsyncIterable<Uint8Array> {
  yield bytes(text);
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
