import { textAt, type Row } from './facts.js';

const PREFIX = 'aip.connector.hermes_agent.operator_runs.v1-';

/** Events that end a binding. */
export const ENDINGS: ReadonlySet<string> = new Set([
  'RunCompleted',
  'RunFailed',
  'RunCancelled',
  'RunOutcomeUnknown',
]);

/** The source Action of a binding's stream, or null for another stream. */
export function sourceOf(stream: string): string | null {
  return stream.startsWith(PREFIX) ? stream.slice(PREFIX.length) : null;
}

/** One binding's history so far, as far as the model reads it. */
export interface History {
  readonly actionId: string;
  readonly session: string;
  readonly rows: readonly Row[];
  readonly claim: Row | null;
  readonly bound: Row | null;
  readonly end: Row | null;
}

interface Growing extends History {
  readonly rows: Row[];
  claim: Row | null;
  bound: Row | null;
  end: Row | null;
}

/** The bindings of the log, row by row. */
export class Bindings {
  readonly #bySource = new Map<string, Growing>();
  readonly #bySession = new Map<string, Growing>();

  /** Takes the next row; its binding, or null for a row of another stream. */
  add(row: Row): History | null {
    const actionId = sourceOf(row.stream);
    if (actionId === null) return null;
    const binding = this.#bySource.get(actionId) ?? this.#begin(actionId, row);
    binding.rows.push(row);
    if (row.type === 'RunStartClaimed') binding.claim ??= row;
    if (row.type === 'RunBound') binding.bound ??= row;
    if (ENDINGS.has(row.type)) binding.end ??= row;
    return binding;
  }

  /** The binding of a source Action. */
  of(actionId: string): History | undefined {
    return this.#bySource.get(actionId);
  }

  /** The binding of a session. */
  ofSession(session: string): History | undefined {
    return this.#bySession.get(session);
  }

  /** All of them. */
  all(): readonly History[] {
    return [...this.#bySource.values()];
  }

  #begin(actionId: string, row: Row): Growing {
    const session = textAt(row.data, 'session_id');
    const binding: Growing = { actionId, session, rows: [], claim: null, bound: null, end: null };
    this.#bySource.set(actionId, binding);
    this.#bySession.set(session, binding);
    return binding;
  }
}

/** When a row was recorded, milliseconds since 1970. */
export function recordedAt(row: Row): number {
  return Date.parse(textAt(row.metadata, 'recorded_at'));
}
