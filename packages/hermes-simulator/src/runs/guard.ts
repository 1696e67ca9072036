import { redactCommand } from '../script/redact.js';
import type { ApprovalScript } from '../script/script.js';
import { danger } from '../script/tool-table.js';

/** `approvals.mode`: ask always, let a model judge first, never ask, or refuse without asking (6.1, 6.7). */
export type ApprovalMode = 'manual' | 'smart' | 'off' | 'unattended';

/** How a server guards commands (6.1). */
export interface Guard {
  readonly mode: ApprovalMode;
  /** `approvals.deny`: globs of commands that are refused without a question. */
  readonly deny: readonly string[];
  /** What the judge model says of a command; only `APPROVE` and `DENY` count (6.1). */
  readonly judge: (command: string) => string;
}

/** What becomes of a command: it runs, it is refused without a question, or a person is asked. */
export type Verdict =
  | { readonly kind: 'runs' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'ask'; readonly question: ApprovalScript };

const RUNS: Verdict = { kind: 'runs' };
const REFUSED: Verdict = { kind: 'refused' };

const SCRIPT_DESCRIPTION =
  'execute_code script execution. The script can spawn subprocesses or mutate files without passing through ' +
  'terminal command approval; approval is one-shot for this run.';

/** The verdict on a terminal command. */
export function guardCommand(guard: Guard, command: string): Verdict {
  const found = danger(command);
  if (found === 'refused' || guard.deny.some((glob) => globMatches(glob, command))) return REFUSED;
  if (found === undefined) return RUNS;
  return byMode(guard, command, {
    command: redactCommand(command),
    description: found.ask,
    patternKey: found.ask,
  });
}

/** The verdict on a script: in manual mode every one is asked (6.1). */
export function guardScript(guard: Guard, code: string): Verdict {
  return byMode(guard, code, {
    command: redactCommand(`execute_code <<'PY'\n${code}\nPY`),
    description: SCRIPT_DESCRIPTION,
    patternKey: 'execute_code',
  });
}

function byMode(guard: Guard, judged: string, question: ApprovalScript): Verdict {
  switch (guard.mode) {
    case 'off':
      return RUNS;
    case 'unattended':
      return REFUSED;
    case 'manual':
      return { kind: 'ask', question };
    case 'smart': {
      const said = guard.judge(judged).trim();
      if (said === 'APPROVE') return RUNS;
      return { kind: 'ask', question: said === 'DENY' ? { ...question, smartDenied: true } : question };
    }
  }
}

/** `*` stands for any characters, everything else for itself. */
function globMatches(glob: string, command: string): boolean {
  const pattern = glob.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  return new RegExp(`^${pattern.join('.*')}$`, 's').test(command);
}
