import { allNodes, type CommandNode, type Wanted } from './command-tree.js';
import { FUNCTION, PROGRAM, walkCases } from './script-names.js';

/**
 * The bash script for a program: offers commands, options, choices and files. Needs nothing but bash 3.2 or later.
 */
export function bashScript(root: CommandNode): string {
  const nodes = allNodes(root);
  return `# bash completion for ${PROGRAM}
${FUNCTION}() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD - 1]}" at='' i line
  COMPREPLY=()
  # Bash splits --option=value into three words.
  if [[ $cur == '=' ]]; then
    cur=''
  elif [[ $prev == '=' ]]; then
    prev="\${COMP_WORDS[COMP_CWORD - 2]}"
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
${walkCases(nodes, (path) => `      '${path.from} ${path.word}') at='${path.to}' ;;`)}
    esac
  done
  local words='' kind='words'
  case "$at $prev" in
${valueCases(nodes)}
    *)
      case "$at" in
${nodes.map(nodeCase).join('\n')}
      esac
      ;;
  esac
  case "$kind" in
    file) while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$cur") ;;
    directory) while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -d -- "$cur") ;;
  esac
  if [[ $kind == file || $kind == directory ]] && [[ $cur != -* ]]; then
    compopt -o filenames 2>/dev/null
  fi
  # Of several values with commas between them the last one is completed.
  local before=''
  if [[ $cur == *,* ]]; then before="\${cur%,*},"; fi
  while IFS= read -r line; do COMPREPLY+=("$before$line"); done < <(compgen -W "$words" -- "\${cur##*,}")
}
complete -F ${FUNCTION} ${PROGRAM}
`;
}

function valueCases(nodes: readonly CommandNode[]): string {
  return nodes
    .flatMap(({ path, options }) =>
      options.flatMap(({ flag, value }) =>
        value === null ? [] : [`    '${path.join(' ')} ${flag}') ${offer(value, [])} ;;`],
      ),
    )
    .join('\n');
}

function nodeCase({ path, options, argument, commands }: CommandNode): string {
  const flags = options.map(({ flag }) => flag);
  const names = commands.map((it) => it.path.at(-1) ?? '');
  return `        '${path.join(' ')}') ${offer(argument ?? { kind: 'other' }, [...names, ...flags])} ;;`;
}

function offer(wanted: Wanted, words: readonly string[]): string {
  const all = wanted.kind === 'choices' ? [...wanted.choices, ...words] : words;
  const kind = wanted.kind === 'file' || wanted.kind === 'directory' ? ` kind='${wanted.kind}'` : '';
  return `words='${all.join(' ')}'${kind}`;
}
