import { isTerminal } from '@aip-hermes/binding';
import type { CaseFile } from '../case-file.js';
import { judge } from '../judge.js';
import { textAt } from '../json-at.js';
import type { Verdict } from '../verdict.js';
import type { Step } from '../walk-binding.js';

/**
 * G1: at most one start. Only the holder of a claim sends the start call, once, so one claim ever means one call; a
 * second run id would be the proof of a second one (DESIGN 3.2 fence 3; SPEC S2, S9).
 */
export function oneStart({ steps, gap }: CaseFile): Verdict {
  const fence = new Fence();
  for (const step of steps) fence.take(step);
  return judge('G1', { breaches: fence.breaches, holds: fence.told(), gap });
}

/** Follows the start fence, independent of the fold. */
class Fence {
  readonly breaches: string[] = [];
  /** Claim id and owner of the one claim. */
  #claim: { readonly id: string | null; readonly owner: string | null } | null = null;
  #bound = false;
  readonly #runs = new Set<string>();

  take(step: Step): void {
    if (step.kind !== 'event') return;
    switch (step.row.type) {
      case 'RunStartClaimed':
        this.#take(step);
        return;
      case 'RunBound':
        this.#bind(step);
        return;
      case 'LateEvidenceRecorded':
        this.#learn(step, textAt(step.data, 'run_id'));
    }
  }

  told(): string {
    if (this.#claim === null) return 'the start was never claimed, so no start call was made';
    const [run] = this.#runs;
    return `one start claim, by instance ${this.#claim.owner ?? 'unknown'}; ${run === undefined ? 'no run id is known' : `run ${run}`}`;
  }

  #take(step: Step): void {
    if (this.#claim !== null) this.#breach(step, 'the start was claimed a second time');
    else if (isMisplaced(step)) this.#breach(step, 'the start was claimed where it may not be');
    this.#claim ??= { id: textAt(step.data, 'claim_id'), owner: textAt(step.data, 'instance_id') };
  }

  #bind(step: Step): void {
    if (this.#claim === null) this.#breach(step, 'a run was bound that nobody had claimed');
    else if (textAt(step.data, 'claim_id') !== this.#claim.id)
      this.#breach(step, 'the run was bound under another claim than the one in force');
    else if (this.#bound) this.#breach(step, 'a second run was bound');
    else if (isMisplaced(step)) this.#breach(step, 'a run was bound where none may be');
    this.#bound = true;
    const runId = textAt(step.data, 'run_id');
    if (runId !== null) this.#runs.add(runId);
  }

  #learn(step: Step, runId: string | null): void {
    if (runId === null) return;
    if (this.#runs.size > 0 && !this.#runs.has(runId))
      this.#breach(step, 'a second run id shows that two runs were started');
    this.#runs.add(runId);
  }

  #breach({ row }: Step, what: string): void {
    this.breaches.push(`revision ${row.revision}: ${what}`);
  }
}

/** After the end other guarantees name it. */
function isMisplaced({ legal, before }: Step): boolean {
  return !legal && before !== null && !isTerminal(before);
}
