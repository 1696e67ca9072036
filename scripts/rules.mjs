// @ts-check
// Which tests hold which rule: `npm run rules`, with `-- --json` for programs, `-- --check` as a gate.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectFiles } from './project-files.mjs';
import { documentedRules } from './rules/documented-rules.mjs';
import { expandRules } from './rules/expand-rules.mjs';
import { findTests } from './rules/find-tests.mjs';
import { judgeRules, testsByRule } from './rules/judge-rules.mjs';

const root = join(import.meta.dirname, '..');
/** @type {(path: string) => string} */
const read = (path) => readFileSync(join(root, path), 'utf8');

const { values } = parseArgs({ options: { json: { type: 'boolean' }, check: { type: 'boolean' } } });

// Contract suites hold tests too; measured figures (test/bench) have names of their own.
const files = projectFiles(root, ['packages', 'services', 'test'], /(\.test|\/contract\/.*)\.ts$/u);
const tests = files
  .filter((file) => !file.startsWith('test/bench/'))
  .flatMap((file) => findTests(file, read(file)).map((test) => ({ file, ...test })));
const byRule = testsByRule(tests);
const documented = documentedRules(read('docs/rules.md'));
const lists = JSON.parse(read('scripts/owned-rules.json'));
const owned = expandRules(lists.owned);
const problems = judgeRules(byRule, { documented, owned, outside: expandRules(lists.outside) });

const shown = [...new Set([...documented, ...byRule.keys()])];
if (values.json === true) {
  const rules = shown.map((id) => ({ id, owned: owned.includes(id), tests: byRule.get(id) ?? [] }));
  console.log(JSON.stringify({ rules, problems }, null, 2));
} else {
  for (const id of values.check === true ? [] : shown) {
    const held = byRule.get(id) ?? [];
    console.log(
      `${id}${owned.includes(id) ? '' : ' (not built yet)'}: ${held.length === 0 ? 'no test' : ''}`,
    );
    for (const { file, line, title } of held) console.log(`    ${file}:${line}  ${title}`);
  }
  const covered = owned.filter((id) => byRule.has(id)).length;
  console.log(`${covered} of ${owned.length} owned rules have tests; ${problems.length} problem(s).`);
  for (const problem of problems) console.log(`  ${problem}`);
}
if (values.check === true && problems.length > 0) process.exitCode = 1;
