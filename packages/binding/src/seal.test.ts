import { sha256Hex, uuidV5 } from '@aip-hermes/aip';
import { describe, expect, it } from 'vitest';
import { CHAIN_START, nextChain, verifyChain, type ChainedRow } from './chain.js';
import { STREAMS_NAMESPACE } from './event-id.js';
import { RUNNING } from './fixtures/given-binding.js';
import { PROJECTION, sampleEvent } from './fixtures/sample-events.js';
import { sealEvents, type SealContext, type SealedRow } from './seal.js';

const CONTEXT: SealContext = {
  stream: 'aip.connector.hermes_agent.operator_runs.v1-act_source',
  attemptId: 'attempt-1',
  instanceId: 'instance-1',
  recordedAt: '2026-01-01T00:00:00.000Z',
  correlationId: 'corr_1',
  causationId: 'msg_1',
  projection: PROJECTION,
  previousChain: null,
};

function recorded(rows: readonly SealedRow[], from = 0): ChainedRow[] {
  return rows.map((row, index) => ({ ...row, revision: from + index }));
}

describe('DESIGN 3: sealing an append', () => {
  const sealed = sealEvents(CONTEXT, RUNNING);

  it('gives each event its type, its data as JSON and the metadata of DESIGN 3', () => {
    expect(sealed.rows.map((row) => row.type)).toEqual(RUNNING.map((event) => event.type));
    expect(sealed.rows.map((row) => row.data)).toEqual(RUNNING.map((event) => JSON.stringify(event.data)));
    expect(JSON.parse(sealed.rows[0]!.metadata)).toEqual({
      $correlationId: 'corr_1',
      $causationId: 'msg_1',
      schema_version: 1,
      instance_id: 'instance-1',
      recorded_at: '2026-01-01T00:00:00.000Z',
      projection: PROJECTION,
      chain: nextChain(CHAIN_START, sealed.rows[0]!),
    });
  });

  it('leaves out a correlation and a causation that there is none of', () => {
    const { rows } = sealEvents({ ...CONTEXT, correlationId: null, causationId: null }, RUNNING);
    expect(Object.keys(JSON.parse(rows[0]!.metadata) as object)).not.toContain('$correlationId');
    expect(Object.keys(JSON.parse(rows[0]!.metadata) as object)).not.toContain('$causationId');
  });

  it('ids are UUIDv5 of stream, attempt and index', () => {
    const url = '6ba7b811-9dad-11d1-80b4-00c04fd430c8';
    expect(STREAMS_NAMESPACE).toBe(uuidV5(url, 'urn:aip:connector:hermes_agent:event-streams:v1'));
    const namespace = uuidV5(STREAMS_NAMESPACE, CONTEXT.stream);
    expect(sealed.rows.map((row) => row.id)).toEqual(
      RUNNING.map((_, index) => uuidV5(namespace, `attempt-1/${index}`)),
    );
  });

  it('a retry repeats the append exactly; another attempt or stream shares no id', () => {
    expect(sealEvents(CONTEXT, RUNNING)).toEqual(sealed);
    const ids = new Set(sealed.rows.map((row) => row.id));
    const others = [
      { ...CONTEXT, attemptId: 'attempt-2' },
      { ...CONTEXT, stream: 'other-1' },
    ];
    for (const other of others) {
      for (const row of sealEvents(other, RUNNING).rows) expect(ids.has(row.id)).toBe(false);
    }
  });

  it('a stream beside bindings has no chain', () => {
    const { rows, chain } = sealEvents({ ...CONTEXT, previousChain: 'none' }, RUNNING);
    expect(chain).toBe('none');
    for (const row of rows) expect(JSON.parse(row.metadata)).not.toHaveProperty('chain');
  });

  it('no events: nothing to append, the chain as before', () => {
    expect(sealEvents({ ...CONTEXT, previousChain: 'abc' }, [])).toEqual({ rows: [], chain: 'abc' });
  });
});

describe('DESIGN 3, E1: the hash chain', () => {
  const first = sealEvents(CONTEXT, RUNNING);
  const second = sealEvents({ ...CONTEXT, attemptId: 'attempt-2', previousChain: first.chain }, [
    sampleEvent('RunCompleted'),
  ]);
  const rows = [...recorded(first.rows), ...recorded(second.rows, RUNNING.length)];

  it('is SHA-256 over previous chain, id, type and data, a line feed between', () => {
    const [row] = rows;
    const text = `${'0'.repeat(64)}\n${row!.id}\n${row!.type}\n${row!.data}`;
    expect(JSON.parse(row!.metadata)).toHaveProperty('chain', sha256Hex(text));
  });

  it('holds over several appends and gives the head', () => {
    expect(verifyChain(rows)).toEqual({ ok: true, head: second.chain });
    expect(verifyChain([])).toEqual({ ok: true, head: CHAIN_START });
  });

  it.each([
    ['data', { data: '{}' }],
    ['type', { type: 'RunFailed' }],
    ['id', { id: 'another' }],
    ['metadata', { metadata: '?' }],
    ['chain', { metadata: sealEvents({ ...CONTEXT, previousChain: 'none' }, RUNNING).rows[0]!.metadata }],
  ])('breaks where the %s was changed', (_what, change) => {
    const changed = rows.map((row, index) => (index === 2 ? { ...row, ...change } : row));
    expect(verifyChain(changed)).toMatchObject({ ok: false, revision: 2 });
  });

  it('breaks where an event was taken out, put in or moved', () => {
    const renumbered = (list: readonly ChainedRow[]): ChainedRow[] =>
      list.map((row, revision) => ({ ...row, revision }));
    expect(verifyChain(rows.filter((_, index) => index !== 2))).toMatchObject({ ok: false, revision: 3 });
    expect(verifyChain(renumbered(rows.filter((_, index) => index !== 2)))).toMatchObject({
      ok: false,
      revision: 2,
    });
    expect(verifyChain(rows.slice(1))).toMatchObject({ ok: false, revision: 1 });
    const swapped = renumbered([rows[0]!, rows[2]!, rows[1]!, ...rows.slice(3)]);
    expect(verifyChain(swapped)).toMatchObject({ ok: false, revision: 1 });
  });
});
