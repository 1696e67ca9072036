import { describe, expect, it } from 'vitest';
import type { DirectoryFacts, FileFacts } from '../wire/look-at-files.js';
import type { Check } from './check.js';
import { byteText } from './byte-text.js';
import { clockChecks, type ClockFacts } from './clock-checks.js';
import { dataChecks } from './data-checks.js';
import { programChecks } from './program-checks.js';
import { endOf, reportOf } from './report.js';
import { serviceChecks } from './service-checks.js';

const bad = (checks: readonly Check[]): readonly string[] =>
  checks
    .filter(({ state }) => state !== 'ok')
    .map(({ check, state, unreachable }) => `${check} ${state}${unreachable ? ' 9' : ''}`);

const GIB = 1_073_741_824;
const file = (name: string, mode: number, own = true): FileFacts => ({
  path: `/d/${name}`,
  mode,
  own,
  bytes: 1,
});
const GOOD: DirectoryFacts = {
  directory: file('.', 0o700),
  isDirectory: true,
  nearest: '/d',
  writable: true,
  files: [file('log.db', 0o600)],
  disk: { freeBytes: 5 * GIB, totalBytes: 9 * GIB },
};

describe('the data directory', () => {
  it.each<[string, Partial<DirectoryFacts>, readonly string[]]>([
    ['as it should be', {}, []],
    ['not there yet', { directory: null, isDirectory: false, files: [] }, []],
    ['not there and not to be made', { directory: null, writable: false, files: [] }, ['directory problem']],
    ['a file', { isDirectory: false, files: [] }, ['directory problem']],
    ["another user's", { directory: file('.', 0o700, false) }, ['directory problem']],
    ['read-only', { writable: false }, ['directory problem 9']],
    ['readable by others', { directory: file('.', 0o750) }, ['directory warning']],
    ['writable by others', { directory: file('.', 0o770) }, ['directory problem']],
    ['with a file others can read', { files: [file('log.db', 0o640)] }, ['files warning']],
    ["with another user's file", { files: [file('bus.db', 0o600, false)] }, ['files problem']],
    ['nearly full', { disk: { freeBytes: GIB - 1, totalBytes: GIB } }, ['disk warning']],
    ['full', { disk: { freeBytes: 1_000, totalBytes: GIB } }, ['disk problem 9']],
    ['on a disk that does not tell', { disk: null }, []],
  ])('0700/0600: %s', (_, facts, expected) => {
    expect(bad(dataChecks('/d', { ...GOOD, ...facts }))).toEqual(expected);
  });

  it('a command to copy is quoted for a shell', () => {
    const found = dataChecks("/it's here", { ...GOOD, directory: file('.', 0o770) });
    expect(found[0]?.action).toContain("chmod 700 '/it'\\''s here'");
  });
});

describe('clock', () => {
  const NOW = Date.UTC(2026, 5, 1);
  it.each<[string, Partial<ClockFacts>, readonly string[]]>([
    ['as it should be', { newestEventMs: NOW - 1 }, []],
    ['without events', {}, []],
    ['not set', { nowMs: 0 }, ['wall problem']],
    ['set back', { newestEventMs: NOW + 6_000 }, ['wall warning']],
    ['jumping', { wallElapsedMs: 4_000 }, ['steady warning']],
    ['running backwards', { monotonicElapsedMs: -1 }, ['steady warning']],
  ])('%s', (_, facts, expected) => {
    const good = { nowMs: NOW, wallElapsedMs: 10, monotonicElapsedMs: 10, newestEventMs: null };
    expect(bad(clockChecks({ ...good, ...facts }))).toEqual(expected);
  });
});

describe('the service', () => {
  const suggestions = { up: 'UP', deadLetters: 'DL' };
  const holder = {
    pid: 7,
    instance_id: 'i',
    since: 's',
    version: '1.0.0',
    endpoints: [{ id: 'a', base_url: 'http://h' }],
  };
  const expected = {
    version: '1.0.0',
    endpoints: [{ id: 'a', baseUrl: 'http://h/p/x' }],
    suggestions,
    freeBytes: null,
  };

  it('none, one that runs what is configured, and one that is only starting are ok', () => {
    const stopped = { running: false, holder: null, alive: null, named: false };
    expect(bad(serviceChecks(stopped, expected))).toEqual([]);
    const running = { running: true, holder, alive: true, named: true };
    expect(bad(serviceChecks(running, expected))).toEqual([]);
    const starting = { ...running, holder: { ...holder, instance_id: null, endpoints: [] } };
    expect(bad(serviceChecks(starting, expected))).toEqual([]);
  });

  it('one that was killed, has no name, another version or other endpoints is told', () => {
    const killed = { running: false, holder, alive: false, named: true };
    expect(serviceChecks(killed, expected)[0]).toMatchObject({
      state: 'warning',
      action: expect.stringContaining('UP') as string,
    });
    expect(bad(serviceChecks({ running: true, holder: null, alive: null, named: false }, expected))).toEqual([
      'up warning',
    ]);
    const running = { running: true, holder, alive: true, named: true };
    expect(bad(serviceChecks(running, { ...expected, version: '2.0.0', endpoints: [] }))).toEqual([
      'version warning',
      'endpoints warning',
    ]);
  });

  it('one that lives on a full disk is told', () => {
    const running = { running: true, holder, alive: true, named: true };
    expect(bad(serviceChecks(running, { ...expected, freeBytes: 4_096 }))).toEqual(['up warning']);
    expect(bad(serviceChecks(running, { ...expected, freeBytes: GIB }))).toEqual([]);
  });

  it('text of its file cannot steer a terminal', () => {
    const odd = { ...holder, since: '\u001b[31m', version: 'v\u0007' };
    const found = serviceChecks({ running: true, holder: odd, alive: true, named: true }, expected);
    // eslint-disable-next-line no-control-regex -- these are what must not reach a terminal
    expect(found.map(({ text }) => text).join('')).not.toMatch(/[\u001b\u0007]/);
  });
});

describe('the report', () => {
  const facts = { version: 'v', commit: 'c', node: 'n', data: 'd', checked_at: 't' };
  const [old, current] = ['v20.18.3', 'v20.19.0'].map((node) => programChecks({ ...facts, node }));
  const full = dataChecks('/d', { ...GOOD, writable: false });

  it('ends with 9 when something cannot be used, else with 2 on a problem, else with 0', () => {
    expect(endOf({ checks: [...(old ?? []), ...full] })).toBe('unreachable');
    expect(endOf({ checks: old ?? [] })).toBe('usage');
    expect(endOf({ checks: current ?? [] })).toBe('good');
    expect(endOf({ checks: dataChecks('/d', { ...GOOD, directory: file('.', 0o750) }) })).toBe('good');
  });

  it('counts states and names the worst', () => {
    const report = reportOf(facts, [...(old ?? []), ...full]);
    expect(report).toMatchObject({ state: 'problem', counts: { problem: 2, warning: 0, ok: 3 } });
    expect(reportOf(facts, current ?? [])).toMatchObject({ state: 'ok' });
  });

  it.each([
    [0, '0 bytes'],
    [1_023, '1023 bytes'],
    [1_024, '1.0 KiB'],
    [5 * GIB, '5.0 GiB'],
    [1_024 ** 5, '1024.0 TiB'],
  ])('%i bytes are %s', (bytes, text) => {
    expect(byteText(bytes)).toBe(text);
  });
});
