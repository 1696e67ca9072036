import type { ProviderCall } from './facts.js';
import type { Processes } from './processes.js';

/** Words of a status that end a run. */
const END_WORDS: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);

/** An end as the provider told it. `at`: virtual milliseconds at which it could be known. */
export interface ToldEnd {
  /** When it was asked for. */
  readonly since: number;
  readonly at: number;
  readonly word: string;
}

/** The provider's own record, by session. */
export class ProviderRecord {
  readonly #processes: Processes;
  readonly #sessions = new Map<string, ProviderCall[]>();

  constructor(processes: Processes) {
    this.#processes = processes;
  }

  /** The next request. */
  add(call: ProviderCall): void {
    const known = this.#sessions.get(call.session);
    if (known === undefined) this.#sessions.set(call.session, [call]);
    else known.push(call);
  }

  /** Requests of a session, in order. */
  of(session: string): readonly ProviderCall[] {
    return this.#sessions.get(session) ?? [];
  }

  /** The start of a session. */
  start(session: string): ProviderCall | undefined {
    return this.of(session).find(isStart);
  }

  /** Ends of a session told to a living process until a time: by status, and the first one by stream. */
  ends(session: string, until: number): readonly ToldEnd[] {
    return this.of(session).flatMap((call) =>
      endsOf(call).filter(({ at }) => at <= until && !this.#processes.died(call.at, at - 1)),
    );
  }
}

/** Whether it is a start. */
export function isStart({ method, path }: ProviderCall): boolean {
  return method === 'POST' && path === '/v1/runs';
}

/** What a run says after its end by stream counts for nothing. */
function endsOf({ at, answer }: ProviderCall): readonly ToldEnd[] {
  if (answer.kind === 'status')
    return END_WORDS.has(answer.word) ? [{ since: at, at: at + answer.delayMs, word: answer.word }] : [];
  if (answer.kind !== 'stream') return [];
  const first = answer.events.find(({ name }) => name.startsWith('run.') && END_WORDS.has(name.slice(4)));
  return first === undefined ? [] : [{ since: at, at: first.at, word: first.name.slice(4) }];
}
