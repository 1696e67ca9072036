import { describe, expect, it } from 'vitest';
import { PROJECTION, sampleEvent } from '../fixtures/sample-events.js';
import { SCHEMA_VERSION } from '../metadata.js';
import { decodeEvent } from './decode-event.js';
import type { EventRow } from './event-row.js';
import { UPCASTS, upcastKey, type Upcast } from './upcasts.js';

const METADATA = {
  schema_version: SCHEMA_VERSION,
  instance_id: 'instance-1',
  recorded_at: '2026-01-01T00:00:00.000Z',
  chain: 'aa',
  projection: PROJECTION,
};

function row(change: { type?: string; data?: string; metadata?: object | string } = {}): EventRow {
  const { type = 'RunBound', data = JSON.stringify(sampleEvent('RunBound').data), metadata = {} } = change;
  const text = typeof metadata === 'string' ? metadata : JSON.stringify({ ...METADATA, ...metadata });
  return { type, data, metadata: text, revision: 3 };
}

describe('DESIGN 3: decoding a row of the log', () => {
  it('an event of a binding', () => {
    expect(decodeEvent(row())).toEqual({
      kind: 'binding',
      event: sampleEvent('RunBound'),
      metadata: METADATA,
    });
  });

  it('an event beside a binding', () => {
    const data = { position: '7', action_ids: ['act_1'] };
    const decoded = decodeEvent(row({ type: 'OpenBindingsSnapshot', data: JSON.stringify(data) }));
    expect(decoded).toMatchObject({ kind: 'beside', event: { type: 'OpenBindingsSnapshot', data } });
  });

  it('unknown members of data and metadata are ignored', () => {
    const data = JSON.stringify({ ...sampleEvent('RunBound').data, colour: 'blue' });
    expect(decodeEvent(row({ data, metadata: { mood: 'fine' } })).kind).toBe('binding');
  });

  it.each([
    ['unknown type', row({ type: 'RunPaused' }), 'its type is not known'],
    ['type that is a member of every object', row({ type: 'constructor' }), 'its type is not known'],
    ['newer schema', row({ metadata: { schema_version: 2 } }), 'its schema version 2 is above 1'],
    ['not ignorable', row({ type: 'RunPaused', metadata: { ignorable: 'yes' } }), 'its type is not known'],
    ['data not JSON', row({ data: '{' }), 'its data is no JSON object'],
    ['data a list', row({ data: '[]' }), 'its data is no JSON object'],
    ['data null', row({ data: 'null' }), 'its data is no JSON object'],
    ['metadata not JSON', row({ metadata: '' }), 'its metadata cannot be read'],
    ['metadata null', row({ metadata: 'null' }), 'its metadata cannot be read'],
    ['no schema version', row({ metadata: { schema_version: null } }), 'its metadata cannot be read'],
    ['schema version 0', row({ metadata: { schema_version: 0 } }), 'its metadata cannot be read'],
    ['no time', row({ metadata: { recorded_at: 5 } }), 'its metadata cannot be read'],
    ['chain no text', row({ metadata: { chain: 5 } }), 'its metadata cannot be read'],
    ['no projection', row({ metadata: { projection: null } }), 'its metadata cannot be read'],
  ])('unreadable: %s', (_name, given, reason) => {
    expect(decodeEvent(given)).toMatchObject({ kind: 'unreadable', reason });
  });

  it.each([
    ['unknown type', row({ type: 'RunPaused', metadata: { ignorable: true } })],
    ['newer schema', row({ metadata: { ignorable: true, schema_version: 2 } })],
    ['unknown type, data not JSON', row({ type: 'RunPaused', data: '{', metadata: { ignorable: true } })],
  ])('ignorable: %s', (_name, given) => {
    expect(decodeEvent(given)).toMatchObject({ kind: 'ignorable', metadata: { chain: 'aa' } });
  });

  it('a known event is not skipped only because an older process might skip it', () => {
    expect(decodeEvent(row({ metadata: { ignorable: true } })).kind).toBe('binding');
  });
});

describe('DESIGN 3: upcasts on read', () => {
  const renamed: Upcast = ({ id, ...rest }) => ({ ...rest, run_id: id ?? null });
  const answered: Upcast = (data) => ({ ...data, replayed: null });
  const upcasts = new Map([
    [upcastKey('RunBound', 1), renamed],
    [upcastKey('RunBound', 3), answered],
  ]);
  const old = row({ data: '{"claim_id":"c","id":"run_1"}' });

  it('this build has none', () => {
    expect(UPCASTS.size).toBe(0);
  });

  it('are applied in order from the event version up; a version without one changes nothing', () => {
    const decoded = decodeEvent(old, { upcasts, schemaVersion: 4 });
    expect(decoded).toMatchObject({ event: { data: { claim_id: 'c', run_id: 'run_1', replayed: null } } });
    const half = decodeEvent(old, { upcasts, schemaVersion: 3 });
    expect(half).toMatchObject({ event: { data: { claim_id: 'c', run_id: 'run_1' } } });
  });

  it('leave current events and other types alone', () => {
    const current = row({ data: '{"id":"run_1"}', metadata: { schema_version: 4 } });
    expect(decodeEvent(current, { upcasts, schemaVersion: 4 })).toMatchObject({
      event: { data: { id: 'run_1' } },
    });
    const other = row({ type: 'StreamEnded', data: '{"id":"x"}' });
    expect(decodeEvent(other, { upcasts, schemaVersion: 4 })).toMatchObject({ event: { data: { id: 'x' } } });
  });

  it('that fail make the event unreadable', () => {
    const failing: Upcast = () => {
      throw new TypeError('no');
    };
    const decoded = decodeEvent(old, { upcasts: new Map([['RunBound@1', failing]]), schemaVersion: 2 });
    expect(decoded).toMatchObject({ kind: 'unreadable', reason: 'it cannot be upcast from version 1' });
  });
});
