import type { PointName } from '../../points/point-names.js';

/**
 * Points that no process comes by yet, by the feature that they wait for. When it is built they leave this list and get
 * an expected end (`kill-cases.ts`); a test sees to it.
 */
export const WAITING_POINTS = {
  'after-resume-received': 'answers to prompts',
  'after-answer-claim-append': 'answers to prompts',
  'after-approval-written': 'answers to prompts',
  'after-cancel-append': 'cancellation of runs that go on',
  'after-stop-written': 'cancellation of runs that go on',
} as const satisfies Partial<Record<PointName, string>>;

/** A point that waits for a feature. */
export type WaitingPoint = keyof typeof WAITING_POINTS;
