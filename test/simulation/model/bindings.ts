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

/** One binding's history, as far as the model reads it. */
export interface History {
  readonly actionId: string;
  readonly session: string;
  readonly rows: readonly Row[];
  readonly claim: Row | null;
  readonly bound: Row | null;
  readonly end: Row | null;
}

/** The bindings of the log. */
export function bindingsOf(rows: readonly Row[]): readonly History[] {
  const streams = new Map<string, Row[]>();
  for (const row of rows) {
    const actionId = sourceOf(row.stream);
    if (actionId === null) continue;
    const known = streams.get(actionId);
    if (known === undefined) streams.set(actionId, [row]);
    else known.push(row);
  }
  return [...streams].map(([actionId, own]) => ({
    actionId,
    session: textAt(own[0]?.data, 'session_id'),
    rows: own,
    claim: own.find((row) => row.type === 'RunStartClaimed') ?? null,
    bound: own.find((row) => row.type === 'RunBound') ?? null,
    end: own.find((row) => ENDINGS.has(row.type)) ?? null,
  }));
}

/** When a row was recorded, milliseconds since 1970. */
export function recordedAt(row: Row): number {
  return Date.parse(textAt(row.metadata, 'recorded_at'));
}
