import { Command } from 'commander';
import { EXIT_CODE_MEANINGS, EXIT_CODES } from './exit-code.js';
import type { Output } from './output.js';
import { identityText, programIdentity } from './version.js';
import type { ServiceEdge } from './wire/service-edge.js';

type AddCommand = (program: Command, output: (json: boolean) => Output, edge: ServiceEdge | null) => void;

/** Every command, in the order of the help. Loaded when asked for: a look at one Action needs no HTTP client. */
const COMMANDS: ReadonlyMap<string, () => Promise<AddCommand>> = new Map([
  ['up', async () => (await import('./commands/up.js')).addUp],
  ['submit', async () => (await import('./commands/submit.js')).addSubmit],
  ['watch', async () => (await import('./commands/watch.js')).addWatch],
  ['show', async () => (await import('./commands/show.js')).addShow],
  ['list', async () => (await import('./commands/list.js')).addList],
  ['audit', async () => (await import('./commands/audit.js')).addAudit],
  ['backup', async () => (await import('./commands/backup.js')).addBackup],
  ['dead-letters', async () => (await import('./commands/dead-letters.js')).addDeadLetters],
  ['manifest', async () => (await import('./commands/manifest.js')).addManifest],
  ['config', async () => (await import('./commands/config.js')).addConfig],
  ['doctor', async () => (await import('./commands/doctor.js')).addDoctor],
  ['demo', async () => (await import('./commands/demo.js')).addDemo],
  ['completion', loadCompletion],
]);

async function loadCompletion(): Promise<AddCommand> {
  const { addCompletion } = await import('./commands/completion.js');
  return (program, output) => addCompletion(program, output, () => createProgram(output, undefined, null));
}

/**
 * The command line: with the one command asked for, or whole when none of them is. A command that fails throws; a
 * wrong command line throws commander's error. `edge` is for the service: what the process listens to already.
 */
export async function createProgram(
  output: (json: boolean) => Output,
  asked: string | undefined,
  edge: ServiceEdge | null,
): Promise<Command> {
  const program = new Command('aip-hermes')
    .description(
      'Connects AIP to Hermes Agent: governed operator runs, every decision first an event in a log.',
    )
    .version(identityText(programIdentity()), '--version', 'print version and commit')
    .helpOption('--help', 'show help')
    .helpCommand(false)
    .showHelpAfterError('(--help shows what is possible)')
    .exitOverride()
    .addHelpText('after', `\nExit codes:\n${exitCodes()}\n`);
  const one = asked === undefined ? undefined : COMMANDS.get(asked);
  for (const load of one === undefined ? COMMANDS.values() : [one]) (await load())(program, output, edge);
  return program;
}

function exitCodes(): string {
  return Object.entries(EXIT_CODE_MEANINGS)
    .map(([name, meaning]) => {
      const code = EXIT_CODES[name as keyof typeof EXIT_CODES];
      return `  ${String(code).padStart(3)}  ${meaning}`;
    })
    .join('\n');
}
