import { describe, expect, it } from 'vitest';
import { auditOf, brokenIn } from './fixtures/broken-in.js';
import { deploy, seal, type Deployment, type Sealed } from './fixtures/deployment.js';
import { ANSWERED_RUN } from './fixtures/stories.js';

/** The good bus, with a log in which these rows were written instead. */
async function tampered(change: (rows: readonly Sealed[]) => readonly Sealed[]): Promise<Deployment> {
  const rows = seal(ANSWERED_RUN);
  const good = await deploy(rows);
  const { log } = await deploy(change(rows), () => []);
  return { ...good, log };
}

function on(
  type: string,
  change: (row: Sealed) => readonly Sealed[],
): (rows: readonly Sealed[]) => readonly Sealed[] {
  return (rows) => {
    const at = rows.findIndex((row) => row.type === type);
    return rows.flatMap((row, index) => (index === at ? change(row) : [row]));
  };
}

const swapped = (rows: readonly Sealed[]): readonly Sealed[] => {
  const copy = [...rows];
  const at = rows.findIndex(({ type }) => type === 'ObservationClaimed');
  copy.splice(at - 1, 2, ...rows.slice(at - 1, at + 1).reverse());
  return copy;
};

describe('DESIGN 3: rows changed behind the back of the product break the chain', () => {
  it.each([
    ['data', on('ProviderEventObserved', (row) => [{ ...row, data: row.data.replace('All', 'None') }])],
    ['a blank in the data', on('RunBound', (row) => [{ ...row, data: `${row.data} ` }])],
    ['the type', on('RunCompleted', (row) => [{ ...row, type: 'RunFailed' }])],
    ['the id', on('RunBound', (row) => [{ ...row, id: '6c1f2d1e-5b1c-5e0a-9a53-0c9a3f1f0a01' }])],
    [
      'the chain itself',
      on('RunBound', (row) => [{ ...row, metadata: row.metadata.replace(/"chain":"./, '"chain":"g') }]),
    ],
    ['no chain', on('RunBound', (row) => [{ ...row, metadata: row.metadata.replace('"chain"', '"chian"') }])],
    ['metadata that is no JSON', on('RunBound', (row) => [{ ...row, metadata: '{' }])],
    ['data that is no JSON', on('RunBound', (row) => [{ ...row, data: '{' }])],
    ['an event removed', on('ObservationClaimed', () => [])],
    ['the first event removed', on('OperatorRunRequested', () => [])],
    ['an event twice', on('ObservationClaimed', (row) => [row, row])],
    ['two events swapped', swapped],
  ])('G12: %s', async (_what, change) => {
    const audit = await auditOf(await tampered(change));
    expect(audit.verdicts[11]).toMatchObject({ guarantee: 'G12', verdict: 'broken' });
    expect(audit.verdicts[11]?.why).toContain('the hash chain breaks at revision');
    expect(audit.chain_head).toBeNull();
  });

  it('G12: metadata that a message shows is covered by the comparison with the bus', async () => {
    const change = on('RunCompleted', (row) => [
      { ...row, metadata: row.metadata.replace('corr_1', 'corr_2') },
    ]);
    expect(Object.keys(brokenIn(await auditOf(await tampered(change))))).toEqual(['G12']);
  });

  it('what comes after damage is left open, not said to hold', async () => {
    const audit = await auditOf(await tampered(on('RunBound', (row) => [{ ...row, metadata: '{' }])));
    expect(audit.verdicts[0]).toMatchObject({ guarantee: 'G1', verdict: 'not_checkable' });
  });

  it('a stream cut at its end verifies, so the head is shown to be kept elsewhere', async () => {
    const whole = await auditOf(await deploy(seal(ANSWERED_RUN)));
    const cut = await auditOf(await deploy(seal(ANSWERED_RUN.slice(0, -2))));
    expect(brokenIn(cut)).toEqual({});
    expect(cut.chain_head).not.toBe(whole.chain_head);
  });
});
