import { Argument, type Command } from 'commander';
import { bashScript } from '../completion/bash-script.js';
import { commandTree, type CommandNode } from '../completion/command-tree.js';
import { fishScript } from '../completion/fish-script.js';
import { zshScript } from '../completion/zsh-script.js';
import type { Output } from '../output.js';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } satisfies Record<
  string,
  (root: CommandNode) => string
>;

type Shell = keyof typeof SCRIPTS;

/** Adds `completion`: a script for a shell, from the program's own description. `whole` gives all of the program. */
export function addCompletion(
  program: Command,
  output: (json: boolean) => Output,
  whole: () => Promise<Command>,
): void {
  program
    .command('completion')
    .summary('print a completion script for a shell')
    .description(
      'Prints a script that completes commands, options, choices and files. It is made from this very program: print it ' +
        'again after an upgrade.',
    )
    .addArgument(new Argument('<shell>', 'which shell').choices(Object.keys(SCRIPTS)))
    .addHelpText(
      'after',
      `
Examples:
  $ source <(aip-hermes completion bash)                                       # in ~/.bashrc
  $ aip-hermes completion zsh > "\${fpath[1]}/_aip-hermes"                      # before compinit
  $ aip-hermes completion fish > ~/.config/fish/completions/aip-hermes.fish
`,
    )
    .action(async (shell: Shell) => {
      output(false).write(SCRIPTS[shell](commandTree(await whole())));
    });
}
