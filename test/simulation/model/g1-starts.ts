import type { Bindings } from './bindings.js';
import type { ProviderCall, Violation } from './facts.js';
import { isStart } from './provider-record.js';

/**
 * G1, request by request: at most one start a session, whatever became of its answer, and only under a claim that stands
 * in the log (DESIGN 3.2); at most one event stream a run (SPEC O7).
 */
export class StartWatch {
  readonly #bindings: Bindings;
  readonly #started = new Set<string>();
  readonly #streamed = new Set<string>();

  constructor(bindings: Bindings) {
    this.#bindings = bindings;
  }

  /** Says what is wrong with the next request, or null. */
  see(call: ProviderCall): Violation | null {
    if (isStart(call)) return this.#start(call.session);
    if (call.method !== 'GET') return { guarantee: 'G1', why: `${call.method} ${call.path} was sent` };
    if (!call.path.endsWith('/events')) return null;
    if (this.#streamed.has(call.path))
      return { guarantee: 'O7', why: `${call.path} was opened a second time` };
    this.#streamed.add(call.path);
    return null;
  }

  #start(session: string): Violation | null {
    const say = (why: string): Violation => ({ guarantee: 'G1', why });
    if (this.#started.has(session)) return say(`a second start was sent for ${session}`);
    this.#started.add(session);
    const binding = this.#bindings.ofSession(session);
    if (binding?.claim === undefined || binding.claim === null)
      return say(`a start was sent for ${session} without a claim in the log`);
    return binding.bound === null && binding.end === null
      ? null
      : say(`a start was sent for ${session}, whose claim is not in force any more`);
  }
}
