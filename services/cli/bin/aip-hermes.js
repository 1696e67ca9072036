#!/usr/bin/env node
/** The process itself. Only looks for the built program and hands over to it. */
import { existsSync } from 'node:fs';

const program = new URL('../dist/main.js', import.meta.url);
if (!existsSync(program)) {
  process.stderr.write('aip-hermes is not built yet. Run: npm run build\n');
  process.exitCode = 2;
} else {
  const { main } = await import(program.href);
  await main(process.argv.slice(2));
}
