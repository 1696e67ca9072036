import type { JsonObject } from '@aip-hermes/aip';
import { isTerminal } from '@aip-hermes/binding';
import type { CaseFile } from '../case-file.js';
import { counted } from '../counted.js';
import { judge } from '../judge.js';
import { countAt, objectAt, textAt } from '../json-at.js';
import type { Verdict } from '../verdict.js';
import { repeatsAnEffect } from './unknown-stays-unknown.js';

/** G4: nothing changes an ended binding, and every replay served its result byte for byte (SPEC B4, B5, X6). */
export function endIsFinal(file: CaseFile): Verdict {
  const { steps, replays, gap } = file;
  const breaches = steps
    .filter((step) => !step.legal && step.before !== null && isTerminal(step.before))
    // What is another guarantee's breach is named there.
    .filter((step) => !repeatsAnEffect(step) && step.row.type !== 'OperatorRunRequested')
    .map(({ row, before }) => `revision ${row.revision}: ${row.type} after the end (${before ?? ''})`);
  const results = new Set(steps.flatMap(({ result }) => (result === null ? [] : [JSON.stringify(result)])));
  const prompts = promptsOf(file);
  let served = 0;
  for (const { row, kind, data } of replays) {
    if (kind !== 'event') continue;
    served += 1;
    const result = objectAt(data, 'result');
    if (result !== null && results.has(JSON.stringify(result))) continue;
    if (result !== null && isPrompt(result, prompts)) continue;
    breaches.push(`replay ${row.revision} served another result than the stored one`);
  }
  const ended = file.state !== null && isTerminal(file.state.binding.status);
  const end = ended ? 'nothing changed after the end' : 'the binding has not ended';
  const again =
    served === 0 ? 'no replay was served' : `${counted(served, 'replay')} served, each the stored result`;
  return judge('G4', { breaches, holds: `${end}; ${again}`, gap });
}

/** The prompts that were shown to people, as replays repeat them while the run waits. */
function promptsOf({ steps }: CaseFile): ReadonlySet<string> {
  const shown = new Set<string>();
  for (const { row, data } of steps) {
    const generation = countAt(data, 'generation');
    if (row.type === 'ApprovalRequested' && generation !== null) shown.add(String(generation));
    const pending = objectAt(objectAt(data, 'output'), 'pending_approval');
    if (pending !== null) shown.add(String(countAt(pending, 'approval_generation')));
  }
  return shown;
}

function isPrompt(result: JsonObject, prompts: ReadonlySet<string>): boolean {
  const pending = objectAt(objectAt(result, 'output'), 'pending_approval');
  const waits = textAt(result, 'status') === 'requires_human' || textAt(result, 'status') === 'failed';
  return waits && prompts.has(String(countAt(pending, 'approval_generation')));
}
