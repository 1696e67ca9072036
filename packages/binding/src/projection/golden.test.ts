import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { GOLDEN_ROWS } from '../fixtures/golden-rows.js';
import { checked } from '../fixtures/published.js';
import type { Message, RecordedRow } from './message.js';
import { projectEvent } from './project-event.js';
import { publishableEventTypes } from './publishable-event-types.js';
import { substituteFor } from './substitute-for.js';

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

const SCHEMAS = new URL('../../../aip/schemas/', import.meta.url);
const ajv = new Ajv2020();
for (const file of readdirSync(SCHEMAS)) {
  ajv.addSchema(JSON.parse(readFileSync(new URL(file, SCHEMAS), 'utf8')) as object);
}

/** What the published JSON Schema says against messages. */
function schemaErrors(messages: readonly Message[]): readonly unknown[] {
  const validate = ajv.getSchema('urn:aip:1.0:envelope');
  if (validate === undefined) throw new Error('the envelope schema is missing');
  return messages.flatMap<unknown>(({ value }) =>
    validate(JSON.parse(value)) === true ? [] : (validate.errors ?? ['invalid']),
  );
}

describe('golden messages', () => {
  it('hold every event type that gives messages', () => {
    const types = new Set(Object.values(golden).map(({ row }) => row.type));
    expect([...types].sort()).toEqual([...publishableEventTypes].sort());
    expect(Object.keys(golden)).toEqual(Object.keys(GOLDEN_ROWS));
  });

  it.each(Object.entries(golden))('G12: %s gives the same bytes as ever', (_, { row, messages }) => {
    expect(messages.length).toBeGreaterThan(0);
    expect(messagesOf(row)).toEqual(messages);
    checked(messages);
  });

  it.each(Object.entries(golden))(
    'aip 16: %s and its substitutes pass the published schemas',
    (_, { row, messages }) => {
      expect(schemaErrors(messages)).toEqual([]);
      const substitutes = [...substituteFor(row, 'output_too_large'), ...substituteFor(row, 'unmappable')];
      expect(substitutes).toHaveLength(2 * messages.length);
      expect(schemaErrors(substitutes)).toEqual([]);
      checked(substitutes);
    },
  );

  it('aip 16: the schemas do refuse what is none', () => {
    const [message] = Object.values(golden).flatMap(({ messages }) => messages);
    const value = message?.value.replace('"status"', '"state"') ?? '';
    expect(schemaErrors([{ topic: 'results', key: '', headers: {}, value }])).not.toEqual([]);
  });
});
