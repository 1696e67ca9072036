import type { RunPlan } from './run-plan.js';

/** A run as the provider keeps it. */
export interface SimRun {
  readonly session: string;
  readonly runId: string;
  readonly plan: RunPlan;
  readonly startedAt: number;
  readonly key: string;
}
