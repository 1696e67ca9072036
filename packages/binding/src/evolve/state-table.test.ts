import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BINDING_EVENT_TYPES, type BindingEventType } from '../events/binding-event.js';
import { givenBinding, type Given } from '../fixtures/given-binding.js';
import { factsAt, recordedAt, sampleEvent } from '../fixtures/sample-events.js';
import type { BindingStatus } from '../state.js';
import { evolve } from './evolve.js';

interface Row {
  readonly event: BindingEventType;
  readonly given?: string;
  readonly cells: readonly string[];
}

const table = JSON.parse(
  readFileSync(new URL('../../../../test/state-table/state-table.json', import.meta.url), 'utf8'),
) as { readonly columns: readonly string[]; readonly rows: readonly Row[] };

const TERMINAL: readonly BindingStatus[] = ['completed', 'failed', 'cancelled', 'outcome_unknown'];
const ITS_PROMPT = 1;
const ANOTHER_PROMPT = 2;
const REVISION = 100;

const CONDITIONS: Record<string, (given: Given) => Given> = {
  'claim open': (given) => ({ ...given, claimOpen: true }),
  'cancel requested': (given) => ({ ...given, cancelRequested: true }),
  'no prompt open': (given) => given,
  'its prompt open': (given) => ({ ...given, prompts: [...given.prompts, ITS_PROMPT] }),
  'another prompt open': (given) => ({ ...given, prompts: [...given.prompts, ANOTHER_PROMPT] }),
  'delegation resolved': (given) => ({ ...given, delegationResolved: true }),
};

function givenOf(row: Row): Given {
  const none = { claimOpen: false, cancelRequested: false, prompts: [], delegationResolved: false };
  return (row.given?.split(', ') ?? []).reduce<Given>((given, name) => CONDITIONS[name]!(given), none);
}

const cells = table.rows.flatMap((row) =>
  row.cells.flatMap((cell, index) => {
    const column = table.columns[index]!;
    const given = row.given === undefined ? '' : ` (${row.given})`;
    const columns = column === 'T' ? TERMINAL : [column as BindingStatus | 'none'];
    return columns.map((before) => ({
      title: `${row.event}${given} in ${before}: ${cell}`,
      row,
      before,
      cell,
    }));
  }),
);

describe('SPEC 3, state table', () => {
  it('names every event and every column', () => {
    expect([...new Set(table.rows.map((row) => row.event))].sort()).toEqual([...BINDING_EVENT_TYPES].sort());
    expect(table.columns).toEqual(['none', 'starting', 'running', 'waiting_for_approval', 'cancelling', 'T']);
    for (const row of table.rows) expect(row.cells).toHaveLength(table.columns.length);
  });

  it.each(cells.map((cell) => [cell.title, cell] as const))('%s', (_title, { row, before, cell }) => {
    const event = sampleEvent(row.event);
    const state = before === 'none' ? null : givenBinding(before, givenOf(row));
    const was = structuredClone(state);

    const after = evolve(state, event, factsAt(REVISION));

    if (was === null) {
      expect(after?.binding.status ?? '-').toBe(cell);
      return;
    }
    expect(after).toBe(state);
    expect(after).toMatchObject({ revision: REVISION, chain: `chain-${REVISION}` });
    if (cell === '-') {
      const damage = [`${REVISION}: ${row.event} in ${was.binding.status}`];
      expect(after).toEqual({ ...was, damage, revision: REVISION, chain: `chain-${REVISION}` });
      return;
    }
    expect(after?.damage).toEqual([]);
    expect(after?.binding.status).toBe(cell === '=' ? was.binding.status : cell);
    expect(after?.binding.updated_at).toBe(recordedAt(REVISION));
  });
});
