import { toolJson } from '../json.js';
import { askApproval, isAllowed } from '../runs/ask-approval.js';
import { callTool, type ToolOutcome } from '../runs/call-tool.js';
import { guardCommand, guardScript } from '../runs/guard.js';
import type { Worker } from '../runs/worker.js';
import { refusedContent } from './refused-content.js';
import { textArgument, type ReadCall } from './tool-call.js';

/** Time from an allowed script to its first own call, and from its last one to its end. */
const SCRIPT_MS = 42;
const SCRIPT_END_MS = 10;

/** Plays an `execute_code` call: the script is asked for, and then each dangerous command it starts (6.1). */
export async function callScript(worker: Worker, call: ReadCall): Promise<string> {
  const code = textArgument(call, 'code');
  const verdict = guardScript(worker.guard, code);
  const tool = {
    name: call.name,
    preview: code.replace(/\s+/g, ' ').trim(),
    durationMs: SCRIPT_MS,
    error: verdict.kind === 'refused',
    ...(verdict.kind === 'ask' ? { approval: verdict.question } : {}),
  };
  const content = (outcome: ToolOutcome): string =>
    toolJson(
      outcome === 'ended' || outcome === 'killed'
        ? { status: outcome === 'ended' ? 'success' : 'interrupted', output: '' }
        : refusedContent(outcome),
    );
  const work = (): Promise<ToolOutcome> => runScript(worker, commandsOf(code));
  return content(await callTool(worker, tool, { result: content, work }));
}

/** Calls from inside one script are served one after the other, without a `tool.started` of their own (5.3, 6.5). */
async function runScript(worker: Worker, commands: readonly string[]): Promise<ToolOutcome> {
  const { run, profile } = worker;
  const goesOn = async (ms: number): Promise<boolean> => run.wait(ms, profile.limits.toolStopMs);
  if (!(await goesOn(SCRIPT_MS))) return 'killed';
  for (const command of commands) {
    const verdict = guardCommand(worker.guard, command);
    if (verdict.kind !== 'ask') continue;
    if (isAllowed(await askApproval(worker, verdict.question)) && !(await goesOn(SCRIPT_END_MS)))
      return 'killed';
  }
  return (await goesOn(SCRIPT_END_MS)) ? 'ended' : 'killed';
}

/**
 * The terminal commands that can be read off a script: `terminal('x')`, and `terminal('x'+c)` in a
 * `for c in ('a','b')`. Nothing is run.
 */
function commandsOf(code: string): readonly string[] {
  const plain = [...code.matchAll(/\bterminal\((['"])([^'"]*)\1\)/g)].map((hit) => hit[2] ?? '');
  const [, , head = '', name = ''] = /\bterminal\((['"])([^'"]*)\1\s*\+\s*(\w+)\)/.exec(code) ?? [];
  const list = new RegExp(`\\bfor ${name || '-'} in \\(([^)]*)\\)`).exec(code)?.[1] ?? '';
  return [...plain, ...[...list.matchAll(/['"]([^'"]*)['"]/g)].map((hit) => head + (hit[1] ?? ''))];
}
