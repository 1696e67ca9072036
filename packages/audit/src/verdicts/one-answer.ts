import type { CaseFile } from '../case-file.js';
import { counted } from '../counted.js';
import { judge } from '../judge.js';
import { countAt, listAt, textAt } from '../json-at.js';
import type { Verdict } from '../verdict.js';
import type { Step } from '../walk-binding.js';

/**
 * G2: at most one answer that was not definitely rejected for each prompt, none to a prompt that is not open, and
 * every outcome belongs to a claimed answer (SPEC A3, A5, A9, X9).
 */
export function oneAnswer({ steps, gap }: CaseFile): Verdict {
  const desk = new Desk();
  for (const step of steps) desk.take(step);
  const { breaches, answers } = desk;
  const holds =
    answers === 0
      ? 'no prompt was answered'
      : `${counted(answers, 'answer')}, each to an open prompt, none given twice`;
  return judge('G2', { breaches, holds, gap });
}

/** Follows prompts and answers, independent of the fold. */
class Desk {
  readonly breaches: string[] = [];
  answers = 0;
  readonly #open = new Set<number>();
  /** Generations with an answer that was not rejected. */
  readonly #taken = new Set<number>();
  /** Claimed answers without outcome: resume Action id to generation. */
  readonly #claimed = new Map<string, number>();

  take({ row, data, legal }: Step): void {
    const at = `revision ${row.revision}`;
    switch (row.type) {
      case 'ApprovalRequested':
        if (legal) this.#open.add(countAt(data, 'generation') ?? -1);
        return;
      case 'ApprovalExpired':
        this.#open.delete(countAt(data, 'generation') ?? -1);
        return;
      case 'ApprovalAnswerClaimed':
        this.#claim(at, textAt(data, 'action_id') ?? '', countAt(data, 'approval_generation') ?? -1, legal);
        return;
      case 'ApprovalAnswerApplied':
        this.#settle(at, textAt(data, 'action_id') ?? '');
        for (const generation of listAt(data, 'closes')) this.#open.delete(Number(generation));
        return;
      case 'ApprovalAnswerRejected':
        this.#taken.delete(this.#settle(at, textAt(data, 'action_id') ?? '') ?? -1);
        return;
      case 'ApprovalAnswerOutcomeUnknown':
        this.#settle(at, textAt(data, 'action_id') ?? '');
    }
  }

  #claim(at: string, actionId: string, generation: number, legal: boolean): void {
    this.answers += 1;
    if (this.#taken.has(generation))
      this.breaches.push(`${at}: prompt ${generation} was answered a second time`);
    else if (!this.#open.has(generation)) this.breaches.push(`${at}: prompt ${generation} was not open`);
    else if (!legal) this.breaches.push(`${at}: an answer was claimed where none may be`);
    this.#taken.add(generation);
    this.#claimed.set(actionId, generation);
  }

  #settle(at: string, actionId: string): number | undefined {
    const generation = this.#claimed.get(actionId);
    if (generation === undefined) this.breaches.push(`${at}: an outcome of an answer that was not claimed`);
    this.#claimed.delete(actionId);
    return generation;
  }
}
