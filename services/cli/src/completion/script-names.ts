import type { CommandNode } from './command-tree.js';

/** The program that is completed. */
export const PROGRAM = 'aip-hermes';

/** Name of the shell function that completes it. */
export const FUNCTION = '_aip_hermes';

/** A step from a command to one below it; places are the words so far with blanks between. */
interface Step {
  readonly from: string;
  readonly word: string;
  readonly to: string;
}

/** A line for each step to a command, by which a script finds out where in the program it is. */
export function walkCases(nodes: readonly CommandNode[], line: (step: Step) => string): string {
  return nodes
    .flatMap(({ path }) => {
      const word = path.at(-1);
      return word === undefined
        ? []
        : [line({ from: path.slice(0, -1).join(' '), word, to: path.join(' ') })];
    })
    .join('\n');
}

/** Text in single quotes, for zsh and fish. */
export function inQuotes(text: string, escapedQuote: string): string {
  return `'${text.replaceAll("'", escapedQuote)}'`;
}
