// @ts-check
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The command line of this checkout, after `npm ci && npm run build`. */
const AIP_HERMES = join(import.meta.dirname, '../node_modules/.bin/aip-hermes');

/**
 * Starts the command; its errors go where ours go, but for those that `--json` says once more as JSON.
 *
 * @param {readonly string[]} args
 */
export function aipHermes(...args) {
  const child = spawn(AIP_HERMES, args, { stdio: 'pipe' });
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (!line.startsWith('{"error":')) console.error(line);
  });
  /** @type {Promise<number>} */
  const exit = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
  return { stdin: child.stdin, stdout: child.stdout, exit };
}
