import type { JsonObject } from '../json.js';
import { backgroundProcess } from './background-process.js';

/** How a simulated tool call ends. */
export interface ToolResult {
  readonly durationMs: number;
  readonly error: boolean;
  /** What the model gets of a call that ran to its end. */
  readonly content: JsonObject;
}

/** A row of the table: the first pattern that matches the command decides. */
interface CommandRow {
  readonly command: RegExp;
  readonly durationMs?: number;
  readonly exitCode?: number;
  readonly output?: string;
}

/** A pattern that asks for approval, as the server names it (6.1). */
interface DangerRow {
  readonly command: RegExp;
  readonly key: string;
}

/** Commands of the recordings whose result cannot be read off the command. */
const COMMAND_TABLE: readonly CommandRow[] = [
  { command: /^ls -a/, output: '.\n..' },
  { command: /^kill -9|^pkill|^sed -i/, exitCode: 1 },
  // The scenario removes the file first.
  { command: /^rm \.\/t1$/, exitCode: 1 },
  // The folder was never made.
  { command: /^rm -r \.\/vd$/, exitCode: 1 },
  { command: /^sudo -n/, exitCode: 1 },
];

const DANGERS: readonly DangerRow[] = [
  { command: /\brm\s+(-[a-z]*r[a-z]*|--recursive)\b/i, key: 'recursive delete' },
  { command: /\bfind\b.*\s-delete\b/, key: 'find -delete' },
  { command: /\bchmod\s+(-R\s+)?[0-7]*7\b/, key: 'world/other-writable permissions' },
  { command: /\b(ba|z|k)?sh\s+-l?c\b/, key: 'shell command via -c/-lc flag' },
  { command: /\b(python3?|perl|node|ruby)\s+-[ec]\b/, key: 'script execution via -e/-c flag' },
  { command: /\b(curl|wget)\b.*\|\s*(ba|z)?sh\b/, key: 'pipe remote content to shell' },
  { command: />\s*\/etc\//, key: 'overwrite system config' },
  { command: /\bgit\s+reset\s+--hard\b/, key: 'git reset --hard (destroys uncommitted changes)' },
  { command: /\bdd\s+if=/, key: 'disk copy' },
];

/** Never asked, always refused (6.1). */
const HARDLINE = /\brm\s+-rf\s+\/(\s|$)|:\(\)\s*\{|\bmkfs\b/;

/** Base time of a command that does nothing. */
const COMMAND_MS = 10;
const BACKGROUND_MS = 7;

/** The pattern key a command is asked for, `refused` for the hardline list, undefined when it just runs. */
export function danger(command: string): { readonly ask: string } | 'refused' | undefined {
  if (HARDLINE.test(command)) return 'refused';
  const row = DANGERS.find((candidate) => candidate.command.test(command));
  return row === undefined ? undefined : { ask: row.key };
}

/**
 * The result of a terminal call: `sleep n` takes time, `exit n` fails, `echo` prints, the table does the rest.
 * A background call ends at once with the id of a process that is not there.
 */
export function runCommand(args: JsonObject): ToolResult {
  const command = typeof args['command'] === 'string' ? args['command'] : '';
  if (args['background'] === true)
    return { durationMs: BACKGROUND_MS, error: false, content: backgroundProcess(args) };
  const row = COMMAND_TABLE.find((candidate) => candidate.command.test(command));
  const slept = [...command.matchAll(/\bsleep (\d+(?:\.\d+)?)/g)].reduce(
    (sum, hit) => sum + Number(hit[1]),
    0,
  );
  const exitCode = row?.exitCode ?? Number(/\bexit (\d+)/.exec(command)?.[1] ?? 0);
  const echoed = /\becho ([^;&|>\n]*)/.exec(command)?.[1]?.trim() ?? '';
  return {
    durationMs: row?.durationMs ?? COMMAND_MS + slept * 1000,
    error: exitCode !== 0,
    content: { output: row?.output ?? echoed, exit_code: exitCode, error: null },
  };
}
