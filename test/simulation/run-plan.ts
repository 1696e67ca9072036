import type { SeededRandom } from '../support/seeded-random.js';

/** How a start call goes. */
export const STARTS = [
  'accepted',
  'accepted_late',
  'rejected',
  'server_error',
  'server_error_with_id',
  'redirect',
  'no_run_id',
  'half_a_body',
  'reset',
  'refused',
  'silent',
] as const;
/** How a run ends, or does not. */
export const ENDS = ['completed', 'failed', 'cancelled', 'never', 'odd_word', 'forgotten'] as const;
/** How its event stream goes. */
export const STREAMS = [
  'whole',
  'closed_early',
  'reset',
  'stalled',
  'not_found',
  'http_500',
  'broken_frame',
] as const;

/** Traits a run has or has not. */
export const TRAITS = [
  'prompt',
  'comments',
  'strangeEvents',
  'afterwords',
  'echoesKey',
  'repeatsFrames',
  'pieceBytes',
  'slowStatus',
] as const;

/** What the provider does with one run, drawn once. Times in milliseconds from the start. */
export interface RunPlan {
  readonly start: (typeof STARTS)[number];
  readonly startDelayMs: number;
  readonly rejectedWith: number;
  readonly end: (typeof ENDS)[number];
  readonly lastsMs: number;
  readonly stream: (typeof STREAMS)[number];
  readonly statusLagMs: number;
  /** One read in this many fails while faults are on; 0: none. */
  readonly statusFails: number;
  /** Between these times a person is asked; null: never. */
  readonly prompt: { readonly from: number; readonly to: number } | null;
  readonly words: number;
  readonly comments: boolean;
  readonly strangeEvents: boolean;
  /** Frames that come in one network read. */
  readonly framesARead: number;
  /** After its end it goes on talking, and says another end. */
  readonly afterwords: boolean;
  /** The provider repeats the key it was called with (G10). */
  readonly echoesKey: boolean;
  /** Some frames come twice. */
  readonly repeatsFrames: boolean;
  /** Bytes of a network read at most, wherever that cuts a frame or a character; null: frames come whole. */
  readonly pieceBytes: number | null;
  /** Status reads are answered after seconds. */
  readonly slowStatus: boolean;
}

/** Draws a plan; two of three starts are accepted. */
export function drawPlan(random: SeededRandom): RunPlan {
  const lastsMs = 500 + random.below(random.chance(0.2) ? 50_000 : 8_000);
  const from = Math.floor(lastsMs / 3);
  return {
    start: random.chance(0.6) ? 'accepted' : random.pick(STARTS),
    startDelayMs: random.chance(0.5) ? random.below(200) : random.below(4_000),
    rejectedWith: random.pick([400, 401, 404, 409, 422, 429]),
    end: random.chance(0.5) ? 'completed' : random.pick(ENDS),
    lastsMs,
    stream: random.chance(0.4) ? 'whole' : random.pick(STREAMS),
    statusLagMs: random.chance(0.3) ? random.below(6_000) : 0,
    statusFails: random.chance(0.4) ? 2 : 0,
    prompt: random.chance(0.3) ? { from, to: Math.floor((lastsMs * 2) / 3) } : null,
    words: 1 + random.below(12),
    comments: random.chance(0.3),
    strangeEvents: random.chance(0.3),
    framesARead: 1 + random.below(4),
    afterwords: random.chance(0.3),
    echoesKey: random.chance(0.3),
    repeatsFrames: random.chance(0.2),
    pieceBytes: random.chance(0.2) ? 20 + random.below(180) : null,
    slowStatus: random.chance(0.1),
  };
}
