import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureB1, measureB1c, measureB4 } from './figures.mjs';
import { describeMachine } from './machine.mjs';
import { HELP, parseOptions } from './options.mjs';
import { renderReport } from './report.mjs';

const MEASURES = { b1: measureB1, b1c: measureB1c, b4: measureB4 };

async function main(args) {
  const options = parseOptions(args);
  if (options.help) return HELP;
  const directory = mkdtempSync(join(options.dir ?? tmpdir(), 'aip-hermes-bench-'));
  try {
    const machine = describeMachine(directory);
    const figures = [];
    for (const name of options.only) {
      if (!options.json) process.stderr.write(`measuring ${name.toUpperCase()} ...\n`);
      figures.push(...(await MEASURES[name]({ quick: options.quick, directory })));
    }
    const report = { quick: options.quick, machine, figures };
    return options.json ? `${JSON.stringify(report, null, 2)}\n` : renderReport(report);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

try {
  process.stdout.write(await main(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
