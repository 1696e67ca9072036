import { faultMarkers } from './fault-markers.js';
import type { Fault, FaultRoute, FaultRule } from './fault-rule.js';

/** Where a request goes, as far as fault rules look at it. */
export interface FaultTarget {
  readonly route: FaultRoute;
  readonly runId?: string;
  readonly sessionId?: string;
}

/** The caller's side: which faults are planned. */
export interface Faults {
  /** Replaces all planned faults. */
  set(rules: readonly FaultRule[]): void;
  /** Adds one fault after the planned ones; above 10,000 the oldest is dropped. */
  add(rule: FaultRule): void;
  /** Removes all planned faults. */
  clear(): void;
  /** Planned faults that can still strike. */
  pending(): readonly FaultRule[];
}

/** Most planned faults; a run whose stream nobody opens leaves its rule behind. */
const MAX_PLANNED = 10_000;

/** Marked inputs whose faults already struck; the oldest are forgotten. */
const MAX_REMEMBERED_MARKERS = 10_000;

interface Planned {
  readonly rule: FaultRule;
  skip: number;
  left: number;
}

/** Planned faults, in order: the first one that matches a request strikes. */
export class FaultPlan implements Faults {
  #planned: Planned[] = [];
  readonly #struck = new Map<string, number>();

  set(rules: readonly FaultRule[]): void {
    this.#planned = rules.map(plan);
  }

  add(rule: FaultRule): void {
    this.#planned.push(plan(rule));
    if (this.#planned.length > MAX_PLANNED) this.#planned.shift();
  }

  clear(): void {
    this.#planned = [];
  }

  pending(): readonly FaultRule[] {
    return this.#planned.map((planned) => planned.rule);
  }

  /** The fault that strikes this request, used up by one. */
  take(target: FaultTarget): Fault | undefined {
    const hit = this.#planned.find((planned) => matches(planned, target));
    if (hit === undefined) return undefined;
    hit.left -= 1;
    if (hit.left <= 0) this.#planned = this.#planned.filter((planned) => planned !== hit);
    return hit.rule.fault;
  }

  /**
   * The fault of a start whose input carries markers. `key` stands for the request's body: a repeated
   * body has used its marker up, so a retry goes through.
   */
  takeMarked(input: string, key: string): Fault | undefined {
    for (const { marker, rule } of faultMarkers(input)) {
      if (rule.route !== 'start') continue;
      const used = this.#struck.get(key + marker) ?? 0;
      if (used >= (rule.times ?? 1)) continue;
      this.#struck.set(key + marker, used + 1);
      const [oldest] = this.#struck.keys();
      if (this.#struck.size > MAX_REMEMBERED_MARKERS && oldest !== undefined) this.#struck.delete(oldest);
      return rule.fault;
    }
    return undefined;
  }

  /** Plans the faults an accepted run's input asks for on its later requests. */
  planMarked(input: string, runId: string): void {
    for (const { rule } of faultMarkers(input)) {
      if (rule.route !== 'start') this.add({ ...rule, runId });
    }
  }
}

function plan(rule: FaultRule): Planned {
  return { rule, skip: rule.skip ?? 0, left: rule.times ?? 1 };
}

function matches(planned: Planned, target: FaultTarget): boolean {
  const { rule } = planned;
  if (rule.route !== target.route) return false;
  if (rule.runId !== undefined && rule.runId !== target.runId) return false;
  if (rule.sessionId !== undefined && rule.sessionId !== target.sessionId) return false;
  if (planned.skip > 0) {
    planned.skip -= 1;
    return false;
  }
  return true;
}
