import { describe, expect, it } from 'vitest';
import type { StoreFacts } from '../wire/look-at-store.js';
import { storeChecks, type StoreCase } from './store-checks.js';

const STORE: StoreFacts = {
  log: {
    kind: 'found',
    facts: { schemaVersion: 1, currentSchema: 1, identity: null, head: null, newestRecordedMs: null },
    structureChecked: true,
    writable: { kind: 'yes' },
  },
  sample: { events: 2, isWhole: true, damage: null },
  bus: { kind: 'missing' },
  joint: { kind: 'unknown' },
  openBindings: 0,
  busHasPosition: false,
};
const GIVEN: StoreCase = {
  store: STORE,
  files: [],
  paths: { log: '/d/log.db', bus: '/d/bus.db' },
  freeBytes: null,
  running: true,
  suggestions: { up: 'UP', deadLetters: 'DL' },
};

function stateOf(given: Partial<StoreCase>, check: string): string {
  const found = storeChecks({ ...GIVEN, ...given }).find((it) => it.area === 'log' && it.check === check);
  return `${found?.state ?? 'none'}, ${found?.action === null ? 'nothing to do' : 'something to do'}`;
}

describe('what doctor says of the log', () => {
  it.each([
    [null, 'ok, nothing to do'],
    [2_097_152, 'ok, nothing to do'],
    [2_097_151, 'problem, something to do'],
  ])('with %j bytes free it is writable: %s', (freeBytes, expected) => {
    expect(stateOf({ freeBytes }, 'writable')).toBe(expected);
  });

  it.each([
    [true, true, /is sound; all 2 events kept were read/],
    [false, false, /too large .* not made; the 2 oldest and newest .* those between them not; a full check/],
  ])('issue 5.5: says what was checked and what was not', (structureChecked, isWhole, text) => {
    if (STORE.log.kind !== 'found') throw new Error('no log');
    const log = { ...STORE.log, structureChecked };
    const store = { ...STORE, log, sample: { events: 2, isWhole, damage: null } };
    const check = storeChecks({ ...GIVEN, store }).find((it) => it.check === 'sound');
    expect(check).toMatchObject({ state: 'ok', text: expect.stringMatching(text) as string });
  });

  it('issue 5.5: a damaged record is a problem with exit code 9', () => {
    const store = { ...STORE, sample: { events: 2, isWhole: true, damage: 'event 1 is damaged' } };
    const check = storeChecks({ ...GIVEN, store }).find((it) => it.check === 'sound');
    expect(check).toMatchObject({ state: 'problem', unreachable: true });
  });

  it('a file that cannot be used comes with what to do', () => {
    const log = { kind: 'unusable', reason: 'It is no log.' } as const;
    expect(stateOf({ store: { ...STORE, log } }, 'present')).toBe('problem, something to do');
  });

  it('nothing but what is ok comes without what to do', () => {
    const bus = { kind: 'unusable', reason: 'x' } as const;
    const found = storeChecks({ ...GIVEN, store: { ...STORE, bus } });
    expect(found.filter(({ state, action }) => state !== 'ok' && action === null)).toEqual([]);
  });
});
