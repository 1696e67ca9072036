import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findPython } from './lab/find-python.js';
import { installHermes } from './lab/install-hermes.js';
import { FOR_ANY_SERVER, LEFT_OUT } from './left-out.js';

const ROOT = new URL('../../', import.meta.url).pathname;
const CACHE = join(ROOT, 'node_modules', '.cache', 'hermes-lab');

/** Runs the suite; what is given on the command line goes to the test runner. Answers the exit code. */
async function runSuite(env: Record<string, string>, filters: readonly string[]): Promise<number> {
  const vitest = join(ROOT, 'node_modules', '.bin', 'vitest');
  const config = join(ROOT, 'test', 'hermes', 'vitest.config.ts');
  const args = ['run', '--config', config, ...filters, ...process.argv.slice(2)];
  const child = spawn(vitest, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: 'inherit' });
  // Hermes processes hang below the runner; it must not be left behind alone.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

/** The part of the suite that a server somewhere allows. */
async function againstServer(url: string): Promise<number> {
  if ((process.env['HERMES_API_KEY'] ?? '') === '') {
    say('HERMES_BASE_URL is set, so HERMES_API_KEY is needed too: the API_SERVER_KEY of that Hermes');
    return 2;
  }
  say(`against the server at ${url}`);
  const code = await runSuite({}, [FOR_ANY_SERVER]);
  say('left out against a server that is not our own:');
  const suite = readdirSync(join(ROOT, 'test', 'hermes', 'suite')).filter((file) =>
    file.endsWith('.test.ts'),
  );
  for (const file of suite.filter((one) => one !== FOR_ANY_SERVER))
    say(`  ${file}: ${LEFT_OUT[file] ?? 'nobody has written down why'}`);
  return code;
}

/** The whole suite against the real package, with a scripted model behind it. */
async function againstOwn(): Promise<number> {
  const began = performance.now();
  const seconds = (): string => ((performance.now() - began) / 1_000).toFixed(1);
  let venv: string;
  try {
    const installed = await installHermes(findPython(process.env), CACHE);
    venv = installed.venv;
    say(installed.reused ? 'Hermes is installed already' : `Hermes was installed in ${seconds()} s`);
  } catch (error) {
    say(`Hermes could not be installed: ${error instanceof Error ? error.message : String(error)}`);
    if (process.env['SKIP_REAL_HERMES'] !== '1') return 1;
    say('SKIPPED, since SKIP_REAL_HERMES=1: nothing was held against a real Hermes');
    return 0;
  }
  const code = await runSuite({ HERMES_LAB_VENV: venv }, []);
  say(`${code === 0 ? 'passed' : 'FAILED'} after ${seconds()} s`);
  return code;
}

function say(line: string): void {
  process.stdout.write(`test:hermes: ${line}\n`);
}

const url = process.env['HERMES_BASE_URL'];
process.exitCode = await (url === undefined || url === '' ? againstOwn() : againstServer(url));
