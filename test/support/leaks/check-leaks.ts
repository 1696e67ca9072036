import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { leftOpen, openResources } from './open-resources.js';

/*
 * Runs in front of every test file (vitest.config.ts) and fails the file that leaves something behind: a timer, a server,
 * a connection, a child process, a temporary directory. Its hook is the first one given and so the last one called.
 */

/** What has been let go may take some turns of the event loop to be gone. */
const LOOKS = 200;
const BETWEEN_LOOKS_MS = 10;

const before = openResources();
const outside = tmpdir();
// A place of this file's own, so that what is left in it is this file's.
const temporary = mkdtempSync(join(outside, 'vt-'));
// Other users may have to go through it.
chmodSync(temporary, 0o711);
process.env['TMPDIR'] = temporary;

afterAll(async () => {
  const open = await settled();
  const directories = readdirSync(temporary).map((name) => `the temporary directory ${name}, not removed`);
  process.env['TMPDIR'] = outside;
  rmSync(temporary, { recursive: true, force: true });
  const left = [...open, ...directories];
  if (left.length > 0) throw new Error(`This file leaves behind:\n  ${left.join('\n  ')}`);
}, 60_000);

/** Looks until nothing is left, at most so many times; the timer between two looks is not counted. */
async function settled(): Promise<readonly string[]> {
  for (let looks = 1; ; looks += 1) {
    const left = leftOpen(before, openResources());
    if (left.length === 0 || looks >= LOOKS) return left;
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
  }
}
