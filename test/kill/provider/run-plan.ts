/** An event of the provider without the members that every event has. */
export type PlannedEvent = Readonly<Record<string, unknown>> & { readonly event: string };

/** What a run does next: says something, or waits. */
export type PlannedStep = PlannedEvent | (() => Promise<unknown>);

/** What a provider does with one Action. */
export interface RunPlan {
  /** Done when the start request was read, before its answer is written. */
  readonly beforeAnswer?: () => Promise<unknown>;
  /** The run itself. It goes on whoever listens. */
  readonly steps: readonly PlannedStep[];
}

/** The last words of a run that goes well. */
export const COMPLETED: PlannedEvent = {
  event: 'run.completed',
  output: 'All good.',
  usage: { input_tokens: 11, output_tokens: 5, total_tokens: 16 },
};

/** A piece of its answer. */
export function delta(text: string): PlannedEvent {
  return { event: 'message.delta', delta: text };
}
