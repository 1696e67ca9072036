import { describe, expect, it } from 'vitest';
import { readContext } from './read-context.js';

const SHARED = {
  schema_version: 1,
  recorded_at: '2026-07-09T10:00:00Z',
  projection: { version: 1, agent: 'agent:a', to: { id: 'agent:b', kind: 'agent' }, publish_chunks: true },
};

function metadata(more: Record<string, unknown>): string {
  return JSON.stringify({ ...SHARED, ...more });
}

describe('the context of a row', () => {
  it('G12: rows that differ in their chain alone have the same context, whichever is read first', () => {
    const one = readContext(metadata({ chain: 'a'.repeat(64) }));
    const other = readContext(metadata({ chain: 'b'.repeat(64) }));
    expect(other).toEqual(one);
    expect(readContext(metadata({}))).toEqual(one);
  });

  it('G12: what differs elsewhere is read anew', () => {
    const chain = 'a'.repeat(64);
    const first = readContext(metadata({ $correlationId: 'corr_1', chain }));
    const second = readContext(metadata({ $correlationId: 'corr_2', chain }));
    const third = readContext(metadata({ $correlationId: 'corr_1', chain }));
    expect([first, second, third].map((context) => context.correlationId)).toEqual([
      'corr_1',
      'corr_2',
      'corr_1',
    ]);
  });

  it('a flawed metadata text is refused every time, also after a good one', () => {
    const chain = 'a'.repeat(64);
    readContext(metadata({ chain }));
    const flawed = metadata({ projection: { ...SHARED.projection, version: 'one' }, chain });
    for (let time = 0; time < 2; time += 1) expect(() => readContext(flawed)).toThrow('projection.version');
    expect(() => readContext('{"chain":"a')).toThrow('not JSON');
  });
});
