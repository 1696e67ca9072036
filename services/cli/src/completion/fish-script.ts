import { allNodes, type CommandNode, type OfferedOption, type Wanted } from './command-tree.js';
import { inQuotes, PROGRAM, walkCases } from './script-names.js';

/** Name of the fish function that says whether the words so far are those of a command. */
const AT = '__aip_hermes_at';

/** The fish script for a program. */
export function fishScript(root: CommandNode): string {
  const nodes = allNodes(root);
  return `# fish completion for ${PROGRAM}
function ${AT}
    set -l at ''
    for word in (commandline -opc)[2..-1]
        switch "$at $word"
${walkCases(nodes, ({ from, word, to }) => `            case '${from} ${word}'\n                set at '${to}'`)}
        end
    end
    test "$at" = "$argv[1]"
end
complete -c ${PROGRAM} -f
${nodes.flatMap(linesOf).join('\n')}
`;
}

function linesOf({ path, options, argument, commands }: CommandNode): readonly string[] {
  const here = `complete -c ${PROGRAM} -n ${quoted(`${AT} "${path.join(' ')}"`)}`;
  return [
    ...commands.map(({ path: it, summary }) => `${here} -a ${it.at(-1) ?? ''} -d ${quoted(summary)}`),
    ...options.map((option) => `${here} ${optionText(option)}`),
    ...(argument === null || argument.kind === 'other' ? [] : [`${here} ${valueText(argument)}`]),
  ];
}

function optionText({ flag, summary, value }: OfferedOption): string {
  const name = `-l ${flag.replace(/^--/, '')} -d ${quoted(summary)}`;
  if (value === null) return name;
  return value.kind === 'file' ? `${name} -r -F` : `${name} -x ${valueText(value)}`.trimEnd();
}

function valueText(wanted: Wanted): string {
  switch (wanted.kind) {
    case 'file':
      return '-F';
    case 'directory':
      return "-a '(__fish_complete_directories)'";
    case 'choices':
      return `-a ${quoted(wanted.choices.join(' '))}`;
    case 'other':
      return '';
  }
}

function quoted(text: string): string {
  return inQuotes(text.replaceAll('\\', '\\\\'), "\\'");
}
