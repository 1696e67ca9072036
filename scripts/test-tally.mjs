// @ts-check
// Prints the closing line for a report of vitest's JSON reporter, alone and last; fails when the run was not good.
import { existsSync, readFileSync } from 'node:fs';
import { tally } from './ci/tally.mjs';

const path = process.argv[2];
const there = path !== undefined && existsSync(path);
const { line, problems } = tally(there ? JSON.parse(readFileSync(path, 'utf8')) : null);
for (const problem of problems) console.error(problem);
console.log(line);
if (problems.length > 0) process.exitCode = 1;
