import type { JsonObject } from '../json.js';

/** The four answers to an approval question. */
export type ApprovalChoice = 'once' | 'session' | 'always' | 'deny';

/** A question put to the API client; durations in simulated milliseconds. */
export interface ApprovalScript {
  readonly command: string;
  readonly description: string;
  readonly patternKey: string;
  /** Offered choices; default all four. */
  readonly choices?: readonly ApprovalChoice[];
  /** False: `always` is not offered (6.2). */
  readonly allowPermanent?: boolean;
  /** A judge model said no: only `once` and `deny` are offered (6.2). */
  readonly smartDenied?: boolean;
  /** Default: the server's approval timeout. A timeout counts as a refusal, without an event. */
  readonly timeoutMs?: number;
}

/** Token counts of a terminal event. */
export interface UsageScript {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly total_tokens: number;
}

/** A tool call: `tool.started`, perhaps a question, `tool.completed`. A refused question makes it an error. */
export interface ToolScript {
  readonly name: string;
  readonly preview: string | null;
  readonly durationMs: number;
  readonly error?: boolean;
  /** A stop does not cut it short: the run is `stopping` as long as it works (7.1). */
  readonly ignoresStop?: boolean;
  readonly approval?: ApprovalScript;
}

/** One step of a scripted run. Exactly one key. */
export type Step =
  | { readonly emit: JsonObject }
  | { readonly text: readonly string[]; readonly gapMs?: number }
  | {
      readonly tool: ToolScript;
      /** Played after a call that ran, after a call that was refused. */
      readonly ifAllowed?: readonly Step[];
      readonly ifDenied?: readonly Step[];
    }
  | { readonly reasoning: string }
  | {
      readonly waitApproval: ApprovalScript;
      readonly ifAllowed?: readonly Step[];
      readonly ifDenied?: readonly Step[];
    }
  | { readonly sleepMs: number }
  /** Lists of steps played at the same time: several questions may wait at once (6.5). */
  | { readonly parallel: readonly (readonly Step[])[] }
  | { readonly complete: { readonly output?: string; readonly usage?: UsageScript } }
  | { readonly fail: { readonly error: string } }
  | { readonly cancelled: true }
  /** Sets the pollable status, without any event: unknown non-terminal ones too (4.2). */
  | { readonly status: string }
  /** Ends the run as `run.<status>` with these fields: `incomplete` and other unknown ones too (5.3). */
  | { readonly end: { readonly status: string; readonly fields?: JsonObject } };

/** A tool call of a scripted model; string arguments are passed as they are, so that they may be no JSON. */
export interface ModelToolCall {
  readonly name: string;
  readonly arguments: string | JsonObject;
}

/** One answer of a scripted model: the lab kit's turn; seconds, as there. Turn n answers the n-th model call. */
export interface ModelTurn {
  readonly delay?: number;
  readonly reasoning?: readonly string[];
  readonly chunks?: readonly string[];
  readonly gap?: number;
  readonly repeat?: number;
  readonly toolCalls?: readonly ModelToolCall[];
  readonly finish?: string;
  /** Null: the model sends no usage. Absent: 100 prompt and 10 completion tokens. */
  readonly usage?: { readonly prompt: number; readonly completion: number; readonly cached?: number } | null;
  readonly status?: number;
  readonly error?: { readonly message: string; readonly code: string | null };
  readonly hang?: boolean;
  readonly hangAfter?: boolean;
  readonly cutAfter?: number;
  /** Nobody listens on the model's port. */
  readonly refused?: boolean;
}

/** A scripted run: steps of the server itself, or turns of the model behind it. */
export type Script =
  | { readonly name: string; readonly steps: readonly Step[] }
  | { readonly name: string; readonly turns: readonly ModelTurn[] };
