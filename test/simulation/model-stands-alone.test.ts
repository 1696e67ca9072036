import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type IForbiddenRuleType } from 'dependency-cruiser';
import { afterAll, describe, expect, it } from 'vitest';

const RULE = 'model-stands-alone';
const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
  readonly forbidden: readonly IForbiddenRuleType[];
};
const folder = mkdtempSync(join(tmpdir(), 'model-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The modules that a model file breaks the rule with by importing them. */
async function broken(...imports: readonly string[]): Promise<readonly string[]> {
  const files = ['packages/binding/src/index.js', 'test/support/world.js', 'test/simulation/model/facts.js'];
  for (const file of files) write(file, 'export {};');
  write('test/simulation/model/judge.js', imports.map((path) => `import '${path}';`).join('\n'));
  const rules = forbidden.filter(({ name }) => name === RULE);
  expect(rules).toHaveLength(1);
  const { output } = await cruise(['test'], {
    baseDir: folder,
    validate: true,
    ruleSet: { forbidden: [...rules] },
  });
  if (typeof output === 'string') throw new Error(output);
  return output.summary.violations.map(({ to }) => to);
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

describe('the rule that the model of the simulation stands alone', () => {
  it('forbids an import of the product and of what drives the simulation', async () => {
    const imports = ['../../../packages/binding/src/index.js', '../../support/world.js', './facts.js'];
    expect(await broken(...imports)).toEqual(['packages/binding/src/index.js', 'test/support/world.js']);
  });

  it('allows the model itself and Node', async () => {
    expect(await broken('./facts.js', 'node:fs')).toEqual([]);
  });
});
