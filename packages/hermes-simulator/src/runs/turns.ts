import type { ModelTurn } from '../script/script.js';
import type { Outcome } from './outcome.js';
import type { Worker } from './worker.js';

/** Tokens of model calls; `cached` shows in profile D only. */
export interface Tokens {
  input: number;
  output: number;
  cached: number;
}

/** What a turn without usage counts. */
export const NO_TOKENS: Readonly<Tokens> = { input: 0, output: 0, cached: 0 };

/** Where a scripted model run stands. */
export interface Turns {
  /** Name of the script: part of the tool call ids, as in the lab. */
  readonly name: string;
  readonly script: readonly ModelTurn[];
  /** Assistant messages so far: picks the turn, as the lab's model does. */
  said: number;
  /** Tokens of all counted model calls. */
  readonly tokens: Tokens;
  /** The last text repeated as `message.interim` (profile D). */
  interim: string;
  /** Goes before the next delta: two newlines after a tool call (5.3). */
  prefix: string;
}

/** The turn that answers the next model call; the last one answers for ever. */
export function currentTurn(turns: Turns): ModelTurn {
  return turns.script[Math.min(turns.said, turns.script.length - 1)] ?? { chunks: ['side answer'] };
}

/** Adds a model call's tokens and returns them; a model without usage counts nothing. */
export function countUsage(
  turns: Turns,
  turn: ModelTurn,
): { readonly input: number; readonly output: number } {
  const input = turn.usage === null ? 0 : (turn.usage?.prompt ?? 100);
  const output = turn.usage === null ? 0 : (turn.usage?.completion ?? 10);
  turns.tokens.input += input;
  turns.tokens.output += output;
  turns.tokens.cached += turn.usage?.cached ?? 0;
  return { input, output };
}

/**
 * Ends the run with a result, which a stop throws away up to profile B (7.1). `unfinished` says how a turn without
 * a final answer ended: `failed` in profile D, `completed` before (4.2).
 */
export function endTurns(
  worker: Worker,
  output: string,
  tokens: Readonly<Tokens>,
  unfinished?: Outcome,
): void {
  const { run, profile } = worker;
  if (run.stopRequested && profile.stoppedResult === 'discarded') run.finish('cancelled', {});
  else {
    const usage = {
      input_tokens: tokens.input,
      output_tokens: tokens.output,
      total_tokens: tokens.input + tokens.output,
      ...(profile.outcomes ? { cache_read_tokens: tokens.cached } : {}),
    };
    const failed = unfinished !== undefined && profile.outcomes;
    run.finish(failed ? 'failed' : 'completed', { output, usage }, unfinished);
  }
}
