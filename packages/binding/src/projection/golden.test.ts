import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GOLDEN_ROWS } from '../fixtures/golden-rows.js';
import { publishedBy } from '../fixtures/published.js';
import type { Message, RecordedRow } from './message.js';
import { projectEvent } from './project-event.js';
import { publishableEventTypes } from './publishable-event-types.js';

/** Kept rows with the bytes they were published as. `UPDATE_GOLDEN=1` writes it anew; see DESIGN 9.4 before. */
const FILE = new URL('../../fixtures/projection-golden.json', import.meta.url);

type Golden = Readonly<Record<string, { readonly row: RecordedRow; readonly messages: readonly Message[] }>>;

function messagesOf(row: RecordedRow): readonly Message[] {
  const projection = projectEvent(row);
  return projection.kind === 'messages' ? projection.messages : [];
}

if (process.env['UPDATE_GOLDEN'] === '1') {
  const golden = Object.entries(GOLDEN_ROWS).map(([name, row]) => [name, { row, messages: messagesOf(row) }]);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(golden), null, 2)}\n`);
}
const golden = JSON.parse(readFileSync(FILE, 'utf8')) as Golden;

describe('golden messages', () => {
  it('hold every event type that gives messages', () => {
    const types = new Set(Object.values(golden).map(({ row }) => row.type));
    expect([...types].sort()).toEqual([...publishableEventTypes].sort());
    expect(Object.keys(golden)).toEqual(Object.keys(GOLDEN_ROWS));
  });

  it.each(Object.entries(golden))('G12: %s gives the same bytes as ever', (_, { row, messages }) => {
    expect(messages.length).toBeGreaterThan(0);
    expect(messagesOf(row)).toEqual(messages);
    publishedBy(row);
  });
});
