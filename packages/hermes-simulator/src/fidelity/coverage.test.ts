import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { recordedScenarios, type TranscriptFolder } from './transcript.js';

const FIXTURES = new URL('../../fixtures/transcripts/', import.meta.url);
const RECORDED = JSON.parse(readFileSync(new URL('recorded.json', FIXTURES), 'utf8')) as Readonly<
  Record<TranscriptFolder, readonly string[]>
>;
const NOT_COVERED = readFileSync(new URL('NOT_COVERED.md', FIXTURES), 'utf8');

/** Scenarios and reasons of a folder's section: rows of its table with the scenario in backticks. */
function notCovered(folder: TranscriptFolder): ReadonlyMap<string, string> {
  const section = NOT_COVERED.split('\n## ').find((text) => text.startsWith(`${folder} `)) ?? '';
  return new Map(
    [...section.matchAll(/^\| `([a-z0-9-]+)` *\| ([^|]+) \|/gim)].map((hit) => [hit[1] ?? '', hit[2] ?? '']),
  );
}

describe.each(['0.18.2', '0.19.0', '0.22.2-derived'] as const)(
  'DESIGN 9.3: every recording of %s is replayed or listed with its reason',
  (folder) => {
    const covered = recordedScenarios(folder);
    const missing = notCovered(folder);

    it('replayed and listed ones together are all that was recorded, and none is both', () => {
      expect([...covered, ...missing.keys()].sort()).toEqual([...RECORDED[folder]].sort());
    });

    it('every listed one has a reason', () => {
      for (const [scenario, reason] of missing)
        expect({ scenario, long: reason.trim().length > 10 }).toEqual({ scenario, long: true });
    });

    it('the numbers in the heading are right', () => {
      expect(NOT_COVERED).toContain(`## ${folder} (profile`);
      expect(NOT_COVERED).toContain(`${folder}: ${covered.length} of ${RECORDED[folder].length}`);
    });

    it('basics, run, stream, cap, model-error and ttl recordings of 0.18.2 and 0.19.0 are all replayed', () => {
      const required = /^(basics|run|stream|cap|model-error|restart|ttl)-/;
      const left = [...missing.keys()].filter((scenario) => required.test(scenario));
      expect(folder === '0.22.2-derived' ? [] : left).toEqual([]);
    });
  },
);
