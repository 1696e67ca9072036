import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { recordedScenarios } from './transcript.js';

const PACKAGE = new URL('../../', import.meta.url);
const CHECKLIST = readFileSync(new URL('CHECKLIST.md', PACKAGE), 'utf8');

describe('DESIGN 9.3: the checklist names what is really there', () => {
  it('every test file it names exists', () => {
    const files = [...new Set([...CHECKLIST.matchAll(/`([a-z/-]+\.test\.ts)`/g)].map((hit) => hit[1] ?? ''))];
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter((file) => !existsSync(new URL(`src/${file}`, PACKAGE)))).toEqual([]);
  });

  it('every recording it names is replayed in some folder', () => {
    const replayed = (['0.18.2', '0.19.0', '0.22.2-derived'] as const).flatMap(recordedScenarios);
    const groups = [...CHECKLIST.matchAll(/recordings \(([^)]+)\)/g)].map((hit) => hit[1] ?? '');
    const named = groups.flatMap((group) => [...group.matchAll(/`([^`]+)`/g)].map((hit) => hit[1] ?? ''));
    expect(named.length).toBeGreaterThan(30);
    const missing = named.filter((name) => {
      const start = name.replace(/\*$/, '');
      return !replayed.some((scenario) => (name === start ? scenario === name : scenario.startsWith(start)));
    });
    expect(missing).toEqual([]);
  });
});
