import { shortenKeys } from '../script/redact.js';
import type { ModelTurn } from '../script/script.js';
import { SILENCE_STOP_MS, TEXT_STOP_MS, type Worker } from './worker.js';

/** What one model call brought. */
export type ModelAnswer =
  | {
      readonly kind: 'said';
      readonly text: string;
      /** The text with each lone surrogate of a chunk replaced (15). */
      readonly wellFormed: string;
      readonly cut: boolean;
    }
  /** A guard cut a text that only repeats itself (profile D). */
  | { readonly kind: 'repeats' }
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'stopped' };

/** Time a model call takes apart from its scripted delays. */
const CALL_MS = 25;

/** Three attempts with growing pauses: about 7 s of silence (4.2). */
const ATTEMPTS_MS = 6_900;

/** Retries when nobody listens: about 22 s (4.2). */
const REFUSED_MS = 22_800;

/** Longer than any test: a model that never answers. */
const FOR_EVER_MS = 1e9;

/** The repetition guard looks at this many characters, for pieces of at most that many (15). */
const GUARDED_CHARACTERS = 16_000;
const LONGEST_PERIOD = 20;

const LONE_SURROGATES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const OVERFLOW =
  'Context overflow and auto-compaction is disabled (compression.enabled: false). Run /compress to compact ' +
  'manually, /new to start fresh, or switch to a larger-context model.';

async function failure(worker: Worker, turn: ModelTurn, status: number): Promise<ModelAnswer> {
  const retried = status === 429 || status >= 500;
  if (!(await worker.run.wait(retried ? ATTEMPTS_MS : CALL_MS, SILENCE_STOP_MS))) return { kind: 'stopped' };
  if (turn.error?.code === 'context_length_exceeded') return { kind: 'error', message: OVERFLOW };
  return {
    kind: 'error',
    message: `HTTP ${status}: ${shortenKeys(turn.error?.message ?? 'fake failure')}`,
  };
}

/**
 * Lets the scripted model answer once and streams its text; `prefix` goes before the first delta (5.3).
 * Reasoning takes time and is never shown.
 */
export async function callModel(worker: Worker, turn: ModelTurn, prefix: string): Promise<ModelAnswer> {
  const { run } = worker;
  const quiet = async (ms: number): Promise<boolean> => ms <= 0 || run.wait(ms, SILENCE_STOP_MS);
  if (turn.refused === true) {
    if (!(await quiet(REFUSED_MS))) return { kind: 'stopped' };
    return { kind: 'error', message: 'Connection error.' };
  }
  const gapMs = (turn.gap ?? 0) * 1000;
  const silence = CALL_MS + (turn.delay ?? 0) * 1000 + gapMs * (turn.reasoning?.length ?? 0);
  if (!(await quiet(turn.hang === true ? FOR_EVER_MS : silence))) return { kind: 'stopped' };
  if (turn.status !== undefined) return failure(worker, turn, turn.status);

  const all = Array.from({ length: turn.repeat ?? 1 }, () => turn.chunks ?? []).flat();
  const chunks = all.slice(0, turn.cutAfter);
  let lead = prefix;
  let said = '';
  for (const chunk of chunks) {
    if (run.stopRequested) return { kind: 'stopped' };
    said = (said + chunk).slice(-GUARDED_CHARACTERS);
    if (worker.profile.repetitionGuard && repeatsItself(said)) return { kind: 'repeats' };
    if (chunk !== '') {
      run.emit('message.delta', { delta: lead + chunk });
      lead = '';
    }
    if (gapMs > 0 && !(await run.wait(gapMs, TEXT_STOP_MS))) return { kind: 'stopped' };
  }
  if (turn.hangAfter === true && !(await quiet(FOR_EVER_MS))) return { kind: 'stopped' };
  const wellFormed = chunks.map((chunk) => chunk.replace(LONE_SURROGATES, '\ufffd')).join('');
  return { kind: 'said', text: chunks.join(''), wellFormed, cut: chunks.length < all.length };
}

/** Whether a text of the guarded length is one short piece over and over. */
function repeatsItself(text: string): boolean {
  if (text.length < GUARDED_CHARACTERS) return false;
  for (let period = 1; period <= LONGEST_PERIOD; period += 1)
    if (text.slice(period) === text.slice(0, -period)) return true;
  return false;
}
