import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXIT_CODE_MEANINGS, EXIT_CODES } from '../../services/cli/src/exit-code.js';
import { exitCodesTable } from './exit-codes-table.mjs';

describe('exit codes in the README', () => {
  it('only the rows of their own section are read', () => {
    const page =
      '| 1 | x |\n## Exit codes\n\n| code | m |\n| ---: | --- |\n| 0 | good |\n| 124 | late |\n\n## Next\n| 7 | y |\n';
    expect(exitCodesTable(page)).toEqual({ 0: 'good', 124: 'late' });
  });

  it('are those of the program, with its words', () => {
    const names = Object.keys(EXIT_CODES) as (keyof typeof EXIT_CODES)[];
    const meant = Object.fromEntries(names.map((name) => [EXIT_CODES[name], EXIT_CODE_MEANINGS[name]]));
    expect(exitCodesTable(readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8'))).toEqual(meant);
  });
});
