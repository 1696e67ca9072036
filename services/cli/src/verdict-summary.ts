import type { ActionAudit, Guarantee, Verdict } from '@aip-hermes/audit';

interface Count {
  holds: number;
  notCheckable: number;
  /** Actions whose evidence breaks it, with the reason. */
  readonly broken: { readonly actionId: string; readonly why: string }[];
  brokenCount: number;
  why: string;
}

/** Broken Actions named per guarantee; the rest is counted (G13). */
const MAX_NAMED = 5;

/** The verdicts of many Actions as one verdict per guarantee: broken once is broken. */
export class VerdictSummary {
  readonly #counts = new Map<Guarantee, Count>();
  readonly #busRead: boolean;
  #audited = 0;

  /** @param busRead Whether there was a bus to compare with; without one G12 says so. */
  constructor(busRead: boolean) {
    this.#busRead = busRead;
  }

  /** Actions added. */
  get audited(): number {
    return this.#audited;
  }

  /** Guarantees that some Action breaks. */
  get broken(): readonly Guarantee[] {
    return [...this.#counts].flatMap(([guarantee, { brokenCount }]) => (brokenCount > 0 ? [guarantee] : []));
  }

  /** One verdict per guarantee, in their order. */
  get verdicts(): readonly Verdict[] {
    return [...this.#counts].map(([guarantee, count]) => {
      const verdict = summed(guarantee, count, this.#audited);
      const isOpen = guarantee === 'G12' && verdict.verdict === 'holds' && !this.#busRead;
      return isOpen
        ? { ...verdict, why: `${verdict.why}; not checked against the bus: none was read` }
        : verdict;
    });
  }

  /** Adds the verdicts of one Action. */
  add({ action_id, verdicts }: Pick<ActionAudit, 'action_id' | 'verdicts'>): this {
    this.#audited += 1;
    for (const { guarantee, verdict, why } of verdicts) {
      const count = this.#countOf(guarantee);
      if (verdict === 'holds') {
        count.holds += 1;
        if (count.holds === 1) count.why = why;
      } else if (verdict === 'not_checkable') {
        count.notCheckable += 1;
        if (count.holds === 0) count.why = why;
      } else {
        count.brokenCount += 1;
        if (count.broken.length < MAX_NAMED) count.broken.push({ actionId: action_id, why });
      }
    }
    return this;
  }

  #countOf(guarantee: Guarantee): Count {
    const known = this.#counts.get(guarantee);
    if (known !== undefined) return known;
    const count: Count = { holds: 0, notCheckable: 0, broken: [], brokenCount: 0, why: '' };
    this.#counts.set(guarantee, count);
    return count;
  }
}

function summed(guarantee: Guarantee, count: Count, audited: number): Verdict {
  if (count.brokenCount > 0) {
    const named = count.broken.map(({ actionId, why }) => `${actionId}: ${why}`).join('; ');
    const rest = count.brokenCount - count.broken.length;
    return { guarantee, verdict: 'broken', why: rest > 0 ? `${named}; and ${rest} more` : named };
  }
  if (count.holds === 0) return { guarantee, verdict: 'not_checkable', why: count.why };
  if (audited === 1) return { guarantee, verdict: 'holds', why: count.why };
  const open = count.notCheckable === 0 ? '' : `, not checkable for ${count.notCheckable}`;
  return { guarantee, verdict: 'holds', why: `for ${count.holds} of ${audited} Actions${open}` };
}
