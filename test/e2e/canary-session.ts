import { CliProcess } from './cli-process.js';

/** What one command line wrote, and how it ended. */
export interface Written {
  readonly args: readonly string[];
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

const END = '-- end of command, exit code ';

/** `main` is what the program itself runs; only the process is kept, and a new one is most of what a command costs. */
const RUN_EACH = `
import { main } from '@aip-hermes/cli';
for (const stream of [process, process.stdout, process.stderr]) stream.setMaxListeners(0);
const end = (code) => {
  process.stdout.write('\\n${END}' + code + '\\n');
  process.stderr.write('\\n${END}\\n');
};
let running = false;
process.on('exit', (code) => running && end(code));
for (const args of JSON.parse(process.argv[1])) {
  process.exitCode = 0;
  running = true;
  await main(args);
  running = false;
  end(process.exitCode);
}
process.exitCode = 0;
`;

/**
 * Runs command lines one after the other in one process, as the program would each in its own. After one that ends its
 * process the next begins another.
 */
export async function runEach(
  lines: readonly (readonly string[])[],
  env: Record<string, string>,
): Promise<readonly Written[]> {
  const args = ['--input-type=module', '-e', RUN_EACH, JSON.stringify(lines)];
  const session = new CliProcess(process.execPath, args, env);
  const ended = await session.exit;
  const outs = session.lines.join('\n').split(END);
  const errors = session.errors.split(END);
  const done = outs.length - 1;
  if (done === 0) throw new Error(`the session ended with ${ended} before any command\n${session.errors}`);
  const written = lines.slice(0, done).map((line, at) => ({
    args: line,
    // Each piece but the first begins with the exit code of the command before.
    stdout: at === 0 ? (outs[0] ?? '') : (outs[at] ?? '').replace(/^.*\n?/, ''),
    stderr: errors[at] ?? '',
    code: Number.parseInt(outs[at + 1] ?? '', 10),
  }));
  return done === lines.length ? written : [...written, ...(await runEach(lines.slice(done), env))];
}
