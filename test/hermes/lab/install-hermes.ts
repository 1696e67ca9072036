import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const REQUIREMENTS = new URL('requirements.txt', import.meta.url).pathname;

/** Everything of an installation together may take this long, milliseconds. */
const INSTALL_LIMIT_MS = 600_000;

/** Stands in a virtual environment once everything is in it. */
const WHOLE = 'whole';

/** An installed Hermes. */
export interface InstalledHermes {
  /** The folder of the virtual environment. */
  readonly venv: string;
  /** Whether it was there already. */
  readonly reused: boolean;
}

/**
 * Installs the pinned packages into a virtual environment in `cache`, named after the digest of the requirements: a second run
 * with the same ones reuses it, one with others throws it away. Only wheels are taken, each by its digest, so no code of
 * a package runs while it is installed; from where is the configuration of pip on this machine.
 *
 * @throws Error with the last lines of pip when something cannot be installed; what was begun is removed
 */
export async function installHermes(python: string, cache: string): Promise<InstalledHermes> {
  const digest = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 16);
  mkdirSync(cache, { recursive: true });
  const there = readdirSync(cache).map((name) => join(cache, name));
  const whole = there.find((venv) => venv.includes(digest) && existsSync(join(venv, WHOLE)));
  if (whole !== undefined) return { venv: whole, reused: true };
  for (const old of there.filter(isLeftOver)) rmSync(old, { recursive: true, force: true });
  const venv = mkdtempSync(join(cache, `venv-${digest}-`));
  try {
    await run(python, ['-m', 'venv', venv]);
    await run(join(venv, 'bin', 'python'), [
      ...['-m', 'pip', 'install', '--quiet', '--no-input', '--disable-pip-version-check', '--no-compile'],
      ...['--no-deps', '--require-hashes', '--only-binary', ':all:', '--requirement', REQUIREMENTS],
    ]);
    writeFileSync(join(venv, WHOLE), '');
    return { venv, reused: false };
  } catch (error) {
    rmSync(venv, { recursive: true, force: true });
    throw error;
  }
}

/** One of other requirements, or one whose installation was interrupted; not one that is being made right now. */
function isLeftOver(venv: string): boolean {
  return existsSync(join(venv, WHOLE)) || Date.now() - statSync(venv).birthtimeMs > INSTALL_LIMIT_MS;
}

async function run(command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: INSTALL_LIMIT_MS,
    killSignal: 'SIGKILL',
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = `${said}${text}`.slice(-4_000);
    });
  }
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code ?? signal}\n${said}`);
}
