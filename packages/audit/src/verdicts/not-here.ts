import type { Verdict } from '../verdict.js';

/** G11: what could not be taken as a command names no Action, so no stream of an Action can show it. */
export const BAD_MESSAGES: Verdict = {
  guarantee: 'G11',
  verdict: 'not_checkable',
  why: 'not to be seen from one Action; look at the dead-letter topic and at the offsets of the command topic',
};

/** G13: memory and handles leave no trace in the log. */
export const BOUNDS: Verdict = {
  guarantee: 'G13',
  verdict: 'not_checkable',
  why: 'not to be seen in the log; look at the process: its memory, its open files and its configured limits',
};
