import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { CLI_HELP, readCliOptions, type CliOptions, type KeySource } from './cli-options.js';
import { readScript } from './script/read-script.js';
import type { Script } from './script/script.js';
import { startHermesSimulator } from './start-hermes-simulator.js';

/** Exit code for a wrong command line, key or script. */
const EXIT_USAGE = 2;
/** Exit code when the server cannot start. */
const EXIT_FAILED = 1;

/** A setting that cannot be used; the message is for the person at the command line. */
class UsageError extends Error {}

/**
 * Runs the command line tool until SIGTERM or SIGINT, which end it with 0. Prints a line with `ready` and the
 * URL once it serves; a generated key is printed once, before it.
 */
export async function main(args: readonly string[]): Promise<void> {
  const options = readCliOptions(args);
  if (options.kind === 'help') {
    print(CLI_HELP);
    return;
  }
  try {
    if (options.kind === 'wrong') throw new UsageError(options.message);
    await serve(options);
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    process.stderr.write(`hermes-simulator: ${error instanceof Error ? error.message : String(error)}\n`);
    if (taken) process.stderr.write('Give another --port, or 0 for any free one.\n');
    if (error instanceof UsageError) process.stderr.write('Try --help.\n');
    process.exitCode = error instanceof UsageError ? EXIT_USAGE : EXIT_FAILED;
  }
}

async function serve(options: Extract<CliOptions, { kind: 'serve' }>): Promise<void> {
  const apiKey = await readKey(options.key);
  const scripts = (await Promise.all(options.scriptFiles.map(readScriptFile))).flat();
  const simulator = await startHermesSimulator({
    profile: options.profile,
    port: options.port,
    host: options.host,
    apiKey,
    scripts,
    timeScale: options.timeScale,
    approvalMode: options.approvalMode,
    createStallMs: options.createStallMs,
    exposeCalls: options.exposeCalls,
    ...(options.approvalTimeoutMs === undefined ? {} : { approvalTimeoutMs: options.approvalTimeoutMs }),
    ...(options.defaultScript === undefined ? {} : { defaultScript: options.defaultScript }),
    ...(options.maxConcurrentRuns === undefined ? {} : { maxConcurrentRuns: options.maxConcurrentRuns }),
  });
  const stop = (): void => {
    // A second signal ends the process at once: the handlers are gone.
    process.off('SIGTERM', stop).off('SIGINT', stop);
    simulator.close().catch((error: unknown) => {
      process.stderr.write(`hermes-simulator: ${String(error)}\n`);
      process.exitCode = EXIT_FAILED;
    });
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  if (options.key.from === 'generated') {
    print(
      `key ${apiKey}\n` +
        `try: curl -H 'Authorization: Bearer ${apiKey}' ${simulator.url}/v1/runs -d '{"input":"SCRIPT=plain hello"}'\n`,
    );
  }
  print(`hermes-simulator ready ${simulator.url}\n`);
}

async function readKey(source: KeySource): Promise<string> {
  if (source.from === 'generated') return randomBytes(16).toString('hex');
  const key =
    source.from === 'env' ? process.env[source.name] : (await readText(source.path, '--key-file')).trim();
  const place = source.from === 'env' ? `environment variable ${source.name}` : `file ${source.path}`;
  if (key === undefined || key.length < 16)
    throw new UsageError(`${place} must hold a key of 16 characters or more`);
  return key;
}

async function readScriptFile(path: string): Promise<readonly Script[]> {
  const text = await readText(path, '--script');
  try {
    const parsed: unknown = JSON.parse(text);
    const list: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed];
    return list.map((item, index) => readScript(item, `script ${index + 1}`));
  } catch (error) {
    throw new UsageError(`${path}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

async function readText(path: string, option: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${option}: cannot read ${path}`, { cause: error });
  }
}

function print(text: string): void {
  process.stdout.write(text);
}
