import type { ProcessClock } from '../process-clock.js';
import type { ApprovalChoice } from '../script/script.js';

/** How a question ended: an answer, nobody in time, a stop that released the wait as a refusal, or nobody to ask. */
export type ApprovalOutcome = ApprovalChoice | 'timeout' | 'stopped' | 'unreachable';

interface Pending {
  readonly patternKey: string;
  readonly requestId: string;
  readonly settle: (outcome: ApprovalOutcome) => void;
}

/** The pending questions of one run, oldest first. */
export class Approvals {
  readonly #clock: ProcessClock;
  readonly #pending: Pending[] = [];
  /** Patterns allowed until the run ends (`session`). */
  readonly #allowed = new Set<string>();
  /** Patterns allowed for every run (`always`): shared by all runs and kept over restarts. */
  readonly #allowedForEver: Set<string>;

  constructor(clock: ProcessClock, allowedForEver: Set<string>) {
    this.#clock = clock;
    this.#allowedForEver = allowedForEver;
  }

  /** Whether this pattern is asked no more. */
  allows(patternKey: string): boolean {
    return this.#allowed.has(patternKey) || this.#allowedForEver.has(patternKey);
  }

  /** Waits for an answer; a timeout is a refusal without any event (6.5). */
  wait(patternKey: string, requestId: string, timeoutMs: number): Promise<ApprovalOutcome> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(timeoutMs, () => entry.settle('timeout'));
      const entry: Pending = {
        patternKey,
        requestId,
        settle: (outcome) => {
          const index = this.#pending.indexOf(entry);
          if (index < 0) return;
          this.#pending.splice(index, 1);
          cancel();
          resolve(outcome);
        },
      };
      this.#pending.push(entry);
    });
  }

  /** Answers the named question, else the oldest pending one, or all; returns how many were answered. */
  answer(choice: ApprovalChoice, all: boolean, requestId?: string): number {
    const named = this.#pending.filter((entry) => requestId === undefined || entry.requestId === requestId);
    const chosen = named.slice(0, all ? named.length : 1);
    for (const entry of chosen) {
      if (choice === 'session') this.#allowed.add(entry.patternKey);
      if (choice === 'always') this.#allowedForEver.add(entry.patternKey);
      entry.settle(choice);
    }
    return chosen.length;
  }

  /** What waits now is refused `afterMs` later, unless an answer comes first; 0 refuses at once. */
  release(afterMs: number): void {
    for (const entry of [...this.#pending]) {
      if (afterMs === 0) entry.settle('stopped');
      else this.#clock.after(afterMs, () => entry.settle('stopped'));
    }
  }
}
