import { Command } from 'commander';
import { addAudit } from './commands/audit.js';
import { addDemo } from './commands/demo.js';
import { addList } from './commands/list.js';
import { addManifest } from './commands/manifest.js';
import { addShow } from './commands/show.js';
import { addSubmit } from './commands/submit.js';
import { addUp } from './commands/up.js';
import { addWatch } from './commands/watch.js';
import { EXIT_CODE_MEANINGS, EXIT_CODES } from './exit-code.js';
import type { Output } from './output.js';
import { VERSION } from './version.js';

/** The whole command line. A command that fails throws; a wrong command line throws commander's error. */
export function createProgram(output: (json: boolean) => Output): Command {
  const program = new Command('aip-hermes')
    .description(
      'Connects AIP to Hermes Agent: governed operator runs, every decision first an event in a log.',
    )
    .version(VERSION, '--version', 'print the version')
    .helpOption('--help', 'show help')
    .helpCommand(false)
    .showHelpAfterError('(--help shows what is possible)')
    .exitOverride()
    .addHelpText('after', `\nExit codes:\n${exitCodes()}\n`);
  for (const add of [addUp, addSubmit, addWatch, addShow, addList, addAudit, addManifest, addDemo])
    add(program, output);
  return program;
}

function exitCodes(): string {
  return Object.entries(EXIT_CODE_MEANINGS)
    .map(
      ([name, meaning]) => `  ${String(EXIT_CODES[name as keyof typeof EXIT_CODES]).padStart(3)}  ${meaning}`,
    )
    .join('\n');
}
