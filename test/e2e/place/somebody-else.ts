import { CliProcess } from '../cli-process.js';

const CLI = new URL('../../../services/cli/dist/', import.meta.url).href;
const SQLITE = new URL('../../../node_modules/better-sqlite3/lib/index.js', import.meta.url).href;

/** Nobody on this machine. */
export const NOBODY = 65_534;

/**
 * A command as a user who may not do everything: the superuser ignores the mode of files. Everything is loaded before
 * it steps down, since that user may not be able to read the program.
 */
export function asSomebodyElse(args: readonly string[], env: Record<string, string> = {}): CliProcess {
  const code = `
    const { main } = await import('${CLI}index.js');
    const { default: Database } = await import('${SQLITE}');
    new Database(':memory:').close();
    await import('${CLI}run-command-line.js');
    await import('${CLI}commands/${args[0] ?? ''}.js');
    if (process.getuid() === 0) {
      process.setgroups([]);
      process.setgid(${NOBODY});
      process.setuid(${NOBODY});
    }
    await main(${JSON.stringify(args)});`;
  return new CliProcess(process.execPath, ['--input-type=module', '-e', code], env);
}

/** A command whose files may not grow beyond half a kilobyte. */
export function withSmallFiles(file: string, args: readonly string[]): CliProcess {
  return new CliProcess('/bin/sh', ['-c', 'ulimit -f 1; exec "$0" "$@"', file, ...args], {});
}
