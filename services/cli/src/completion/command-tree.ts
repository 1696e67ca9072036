import type { Argument, Command, Option } from 'commander';

/** What stands where a value is wanted. */
export type Wanted =
  | { readonly kind: 'file' }
  | { readonly kind: 'directory' }
  | { readonly kind: 'choices'; readonly choices: readonly string[] }
  | { readonly kind: 'other' };

/** An option as it is offered. */
export interface OfferedOption {
  /** Such as `--limit`. */
  readonly flag: string;
  readonly summary: string;
  /** Null: it takes no value. */
  readonly value: Wanted | null;
}

/** A command with all that can follow it. */
export interface CommandNode {
  /** Words from the program on, such as `config`, `check`; empty for the program itself. */
  readonly path: readonly string[];
  readonly summary: string;
  readonly options: readonly OfferedOption[];
  /** What its first argument is; null: it takes none. */
  readonly argument: Wanted | null;
  readonly commands: readonly CommandNode[];
}

/** The program as a tree, read from commander: what it parses is what is offered. */
export function commandTree(command: Command, path: readonly string[] = []): CommandNode {
  const [argument] = command.registeredArguments;
  return {
    path,
    summary: oneLine(command.summary() || command.description()),
    // Help knows the options commander adds by itself too.
    options: command.createHelp().visibleOptions(command).flatMap(offered),
    argument: argument === undefined ? null : wantedFor(argument.name(), argument),
    commands: command.commands.map((it) => commandTree(it, [...path, it.name()])),
  };
}

/** The node and all below it. */
export function allNodes(node: CommandNode): readonly CommandNode[] {
  return [node, ...node.commands.flatMap(allNodes)];
}

function offered(option: Option): readonly OfferedOption[] {
  const { long, flags, description, required, optional } = option;
  if (typeof long !== 'string') return [];
  const name = /[<[]([^>\]]+)[>\]]/.exec(flags)?.[1] ?? '';
  const value = required || optional ? wantedFor(name, option) : null;
  return [{ flag: long, summary: oneLine(description), value }];
}

/** Names of values tell what they are: `<file>`, `<dir>`. */
function wantedFor(name: string, { argChoices }: Pick<Argument | Option, 'argChoices'>): Wanted {
  if (argChoices !== undefined) return { kind: 'choices', choices: argChoices };
  if (name === 'file') return { kind: 'file' };
  return name === 'dir' ? { kind: 'directory' } : { kind: 'other' };
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
