import type { PointName } from '../../points/point-names.js';
import { busy, fiveRecords, lockedLog, plain, unansweredStart } from '../scenes/scenes.js';
import type { ExpectedEnd, KillCase } from './expected-end.js';
import type { WaitingPoint } from './waiting-points.js';

type Case = Partial<Omit<KillCase, 'point'>> & { readonly end: ExpectedEnd };

const NOT_STARTED: Omit<ExpectedEnd, 'why'> = {
  result: 'completed',
  startsAtKill: 0,
  starts: 1,
  streams: 1,
  resultsAtKill: 0,
  comesAgain: false,
};

const CLAIMED: Omit<ExpectedEnd, 'why'> = {
  result: 'unknown',
  startsAtKill: 1,
  starts: 1,
  streams: 0,
  resultsAtKill: 0,
  comesAgain: false,
};

const BOUND: Omit<ExpectedEnd, 'why'> = {
  result: 'completed',
  startsAtKill: 1,
  starts: 1,
  streams: 1,
  resultsAtKill: 0,
  comesAgain: false,
};

/** For each point at which a process can be killed what has to come of the Action, and why. */
const CASES: Readonly<Record<Exclude<PointName, WaitingPoint>, readonly Case[]>> = {
  'before-create-append': [
    {
      end: {
        ...NOT_STARTED,
        comesAgain: true,
        why: 'Nothing is decided and the offset has not moved: the record comes again and is decided anew.',
      },
    },
  ],
  'after-create-append': [
    {
      scene: busy,
      end: { ...NOT_STARTED, why: 'No claim stands, so nothing can have been sent: it starts later.' },
    },
  ],
  'after-claim-append': [
    {
      end: {
        ...CLAIMED,
        startsAtKill: 0,
        starts: 0,
        why: 'The claim stands without proof of what came of it; only the provider knows that nothing was sent.',
      },
    },
  ],
  'after-request-written': [
    {
      end: { ...CLAIMED, why: 'The provider may or may not run it; a second start could do the work twice.' },
    },
  ],
  'after-response-before-bind-append': [
    { end: { ...CLAIMED, why: 'The run id died with the process: the log has only the claim.' } },
  ],
  'after-bind-append': [
    {
      end: {
        ...BOUND,
        streams: 0,
        why: 'The run is known: it is polled, and its stream is not opened late.',
      },
    },
  ],
  'after-first-provider-event-append': [
    { end: { ...BOUND, why: 'The run is known: it is polled to its end, what is recorded stays.' } },
  ],
  'before-terminal-append': [
    {
      end: {
        ...BOUND,
        comesAgain: true,
        why: 'The end was not recorded: the provider is asked for it again.',
      },
    },
  ],
  'after-terminal-append': [
    { end: { ...BOUND, why: 'The end is recorded: it is published by the next process.' } },
  ],
  'before-offset-commit': [
    {
      variant: 'of a command that waits for a slot',
      scene: busy,
      end: {
        ...NOT_STARTED,
        comesAgain: true,
        why: 'The record comes again, is known, and nothing is appended.',
      },
    },
    {
      variant: 'of a command whose start has no answer',
      scene: unansweredStart,
      end: {
        ...CLAIMED,
        startsAtKill: [0, 1],
        starts: [0, 1],
        comesAgain: true,
        why: 'The claim was appended with the command. Its record comes again and must not start it again.',
      },
    },
    {
      variant: 'of what comes after the command',
      scene: fiveRecords,
      countsNameless: true,
      from: 2,
      occurrences: 5,
      end: { ...BOUND, comesAgain: true, why: 'The run is bound whatever is decided beside it.' },
    },
  ],
  'after-append-error': [
    {
      variant: 'of the command',
      scene: lockedLog.create,
      end: { ...NOT_STARTED, why: 'Nothing is recorded and the offset has not moved.' },
    },
    {
      variant: 'of the run id',
      scene: lockedLog.bind,
      end: { ...CLAIMED, why: 'As after the answer: the run id was never recorded.' },
    },
    {
      variant: 'of the end',
      scene: lockedLog.end,
      end: { ...BOUND, why: 'As before the terminal append: the provider is asked again.' },
    },
  ],
  'after-produce-before-commit': [
    {
      occurrences: 5,
      end: {
        ...BOUND,
        comesAgain: true,
        why: 'Messages and position are one transaction: neither is there, and both come again.',
      },
    },
  ],
  'after-publish': [
    {
      redelivered: true,
      end: { ...BOUND, resultsAtKill: 1, why: 'All is told. The record that comes again changes nothing.' },
    },
    {
      variant: 'of results beside that of the command',
      scene: fiveRecords,
      occurrences: 3,
      redelivered: true,
      end: { ...BOUND, resultsAtKill: [0, 1], why: 'What is published is not published again, the rest is.' },
    },
  ],
};

/** Every way of being killed at a point, in the order of the points. */
export const KILL_CASES: readonly KillCase[] = Object.entries(CASES).flatMap(([point, cases]) =>
  cases.map((it) => ({
    point: point as PointName,
    variant: '',
    scene: plain,
    occurrences: 1,
    from: 1,
    countsNameless: false,
    redelivered: false,
    ...it,
  })),
);
