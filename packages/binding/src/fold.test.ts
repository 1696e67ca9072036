import { describe, expect, it } from 'vitest';
import { verifyChain } from './chain.js';
import { RUNNING } from './fixtures/given-binding.js';
import { PROJECTION, sampleEvent } from './fixtures/sample-events.js';
import { foldBinding } from './fold.js';
import { sealEvents, type SealedRow } from './seal.js';

const CONTEXT = {
  stream: 'aip.connector.hermes_agent.operator_runs.v1-act_source',
  attemptId: 'attempt-1',
  instanceId: 'instance-1',
  recordedAt: '2026-01-01T00:00:00.000Z',
  correlationId: null,
  causationId: null,
  projection: PROJECTION,
  previousChain: null,
};
const sealed = sealEvents(CONTEXT, [
  ...RUNNING,
  sampleEvent('ProviderEventObserved', { sequence: 0 }),
  sampleEvent('RunCompleted'),
]);
const rows = recorded(sealed.rows);

function recorded(of: readonly SealedRow[]): (SealedRow & { revision: number })[] {
  return of.map((row, revision) => ({ ...row, revision }));
}

function replaced(at: number, change: Partial<SealedRow>): typeof rows {
  return rows.map((row, index) => (index === at ? { ...row, ...change } : row));
}

describe('foldBinding', () => {
  it('DESIGN 3.1: folds the rows of a stream to the binding and the head of its chain', () => {
    const state = foldBinding(rows);
    expect(state).toMatchObject({ revision: 6, chain: sealed.chain, damage: [], unreadable: null });
    expect(state?.binding).toMatchObject({ status: 'completed', updated_at: CONTEXT.recordedAt });
    expect(state?.projection).toEqual(PROJECTION);
    expect(verifyChain(rows)).toEqual({ ok: true, head: state?.chain });
  });

  it('DESIGN 3.1: in pieces at any place gives the same, in place', () => {
    const whole = foldBinding(rows);
    for (let cut = 0; cut <= rows.length; cut += 1) {
      const first = foldBinding(rows.slice(0, cut));
      const second = foldBinding(rows.slice(cut), first);
      if (first !== null) expect(second).toBe(first);
      expect(second).toEqual(whole);
    }
  });

  it('no row, no binding', () => {
    expect(foldBinding([])).toBeNull();
  });

  it('DESIGN 3: a row that is not understood makes the binding unreadable; revision and chain go on', () => {
    const state = foldBinding(replaced(5, { type: 'RunPaused' }));
    expect(state?.unreadable).toBe('revision 5, RunPaused: its type is not known');
    expect(state).toMatchObject({ revision: 6, chain: sealed.chain, damage: [] });
    expect(state?.binding.status).toBe('running');
    const later = foldBinding([{ ...rows[6]!, revision: 7, type: 'Another' }], state);
    expect(later?.unreadable).toBe('revision 5, RunPaused: its type is not known');
    expect(later?.revision).toBe(7);
  });

  it('DESIGN 3: an ignorable row has no effect but moves revision and chain', () => {
    const metadata = rows[6]!.metadata.replace('"schema_version"', '"ignorable":true,"schema_version"');
    const state = foldBinding(replaced(6, { type: 'RunPaused', metadata }));
    expect(state).toMatchObject({ revision: 6, chain: sealed.chain, unreadable: null, damage: [] });
    expect(state?.binding.status).toBe('running');
  });

  it('an event of another stream does not belong into a binding', () => {
    const state = foldBinding(replaced(5, { type: 'ReplayServed' }));
    expect(state?.unreadable).toBe('revision 5, ReplayServed: it does not belong into a binding stream');
  });

  it('metadata that cannot be read leaves the chain where it was', () => {
    const before = foldBinding(rows.slice(0, 6));
    const chain = before?.chain;
    const state = foldBinding([{ ...rows[6]!, metadata: '?' }], before);
    expect(state).toMatchObject({ chain, revision: 6 });
    expect(state?.unreadable).toContain('its metadata cannot be read');
  });

  it.each([
    ['of an unknown type', { type: 'RunPaused' }],
    ['that is another event', { type: 'RunBound' }],
    ['whose data lacks members', { data: '{}' }],
    ['whose data is no JSON', { data: '' }],
    ['whose metadata is no JSON', { metadata: '' }],
    ['that is ignorable', { type: 'X', metadata: rows[0]!.metadata.replace('{', '{"ignorable":true,') }],
  ])(
    'DESIGN 3: a stream that begins with a row %s is unreadable, never taken for one that does not exist',
    (_name, change) => {
      const state = foldBinding(replaced(0, change));
      expect(state?.unreadable).toContain('revision 0, ');
      expect(state).toMatchObject({ revision: 6, chain: sealed.chain, damage: [], result: null });
      expect(state?.binding.status).toBe('starting');
    },
  );

  it('G13: the type in a reason is capped', () => {
    const state = foldBinding(replaced(5, { type: 'x'.repeat(100_000) }));
    expect(state?.unreadable?.length).toBeLessThan(200);
  });
});
