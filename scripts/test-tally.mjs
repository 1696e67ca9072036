// @ts-check
// Prints the closing line for reports of vitest's JSON reporter, alone and last; fails when the run was not good.
// A report that is not there is of a suite that did not run: what should have run it has failed, or said why not.
import { existsSync, readFileSync } from 'node:fs';
import { tally } from './ci/tally.mjs';

const there = process.argv.slice(2).filter((path) => existsSync(path));
const { line, problems } = tally(there.map((path) => JSON.parse(readFileSync(path, 'utf8'))));
for (const problem of problems) console.error(problem);
console.log(line);
if (problems.length > 0) process.exitCode = 1;
