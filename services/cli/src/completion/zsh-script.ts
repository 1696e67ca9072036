import type { CommandNode, OfferedOption, Wanted } from './command-tree.js';
import { FUNCTION, inQuotes, PROGRAM } from './script-names.js';

/** The zsh script for a program: a function a command, for `fpath` or `source`. */
export function zshScript(root: CommandNode): string {
  return `#compdef ${PROGRAM}
${functionsOf(root).join('\n')}
# Sourced it registers itself; found by fpath it is the function.
if [[ $funcstack[1] == ${FUNCTION} ]]; then
  ${FUNCTION} "$@"
else
  compdef ${FUNCTION} ${PROGRAM}
fi
`;
}

function functionsOf(node: CommandNode): readonly string[] {
  const { path, options, argument, commands } = node;
  const specs = options.map(optionSpec);
  if (commands.length === 0) {
    const rest = argument === null ? [] : [quoted(`1:argument:${action(argument)}`)];
    return [body(path, `  _arguments ${[...specs, ...rest].join(' \\\n    ')}`)];
  }
  const names = commands.map(({ path: it, summary }) => quoted(`${it.at(-1) ?? ''}:${escaped(summary)}`));
  const cases = commands.map(({ path: it }) => `      ${it.at(-1) ?? ''}) ${functionName(it)} ;;`);
  const text = `  local line state
  local -a commands=(
    ${names.join('\n    ')}
  )
  _arguments -C ${specs.join(' \\\n    ')} \\
    '1: :->command' '*:: :->rest'
  case $state in
    command) _describe command commands ;;
    rest)
      case $line[1] in
${cases.map((it) => `  ${it}`).join('\n')}
      esac
      ;;
  esac`;
  return [...commands.flatMap(functionsOf), body(path, text)];
}

function body(path: readonly string[], text: string): string {
  return `${functionName(path)}() {\n${text}\n}`;
}

function functionName(path: readonly string[]): string {
  return [FUNCTION, ...path].join('_');
}

function optionSpec({ flag, summary, value }: OfferedOption): string {
  const takes = value === null ? '' : `:value:${action(value)}`;
  return quoted(`${flag}[${escaped(summary)}]${takes}`);
}

function action(wanted: Wanted): string {
  switch (wanted.kind) {
    case 'file':
      return '_files';
    case 'directory':
      return '_files -/';
    case 'choices':
      return `(${wanted.choices.join(' ')})`;
    case 'other':
      return ' ';
  }
}

/** Brackets and colons are marks of their own in a specification. */
function escaped(text: string): string {
  return text.replaceAll(/[[\]:\\]/g, (character) => `\\${character}`);
}

function quoted(text: string): string {
  return inQuotes(text, `'\\''`);
}
