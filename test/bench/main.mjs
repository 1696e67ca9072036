import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { MEASURES } from './figures/index.mjs';
import { describeMachine } from './machine.mjs';
import { HELP, parseOptions } from './options.mjs';
import { renderJson, renderReport } from './report.mjs';

async function main(args) {
  const options = parseOptions(args);
  if (options.help) return HELP;
  const directory = mkdtempSync(join(options.dir ?? tmpdir(), 'aip-hermes-bench-'));
  try {
    const machine = describeMachine(directory);
    const results = [];
    for (const [nth, name] of options.only.entries()) {
      const begun = performance.now();
      note(`${nth + 1} of ${options.only.length}: measuring ${name.toUpperCase()} ...`);
      results.push(...(await MEASURES[name]({ quick: options.quick, directory, machine })));
      note(`${name.toUpperCase()} took ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
    }
    const report = { quick: options.quick, machine, results };
    if (options.json === null) return renderReport(report);
    if (options.json === '') return renderJson(report);
    writeFileSync(options.json, renderJson(report));
    return renderReport(report);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function note(text) {
  process.stderr.write(`bench: ${text}\n`);
}

try {
  process.stdout.write(await main(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
