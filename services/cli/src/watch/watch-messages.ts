import type { MessageBus } from '@aip-hermes/message-bus';
import type { ExitName } from '../exit-code.js';
import { EndJudge } from './end-judge.js';
import { follow } from './follow.js';
import type { OwnEnd } from './own-end.js';
import type { Published } from './published.js';
import type { Watched } from './watched.js';

/** How a watch ended: the Action's end, a time-out, or a time-out while a person must decide. */
export interface WatchEnd {
  readonly end: ExitName;
  /** A refusal ended the watch, not the run: that goes on. */
  readonly runGoesOn: boolean;
  /** The messages that tell it are not on the bus any more. */
  readonly removed?: boolean;
}

/** What a watch is about, and when it is over. */
export interface WatchParts {
  readonly bus: MessageBus;
  readonly watched: Watched;
  /** Aborts at a time-out. */
  readonly signal: AbortSignal;
  /** Only the end of the run ends the watch, no refusal beside it. */
  readonly runOnly: boolean;
  /** The end of the Action's own binding, asked when something ends the watch: it decides before any refused reply. */
  readonly ownEnd: () => Promise<OwnEnd>;
  /** The end of a run whose result is too old to be on the bus still; null: none is. */
  readonly removedEnd: () => Promise<ExitName | null>;
  readonly show: (message: Published) => void;
}

/** Shows every message of an id until its end or until `signal` aborts. @throws BusUnavailable, LogUnavailable */
export async function watchMessages(parts: WatchParts): Promise<WatchEnd> {
  const judge = new EndJudge(parts.watched, parts.runOnly);
  let live = false;
  for await (const { messages, caughtUp } of follow(parts.bus, parts.watched, parts.signal)) {
    messages.forEach(parts.show);
    judge.take(messages, live);
    if (!caughtUp) continue;
    live = true;
    if (judge.end === null) {
      const removed = judge.resultSeen ? null : await parts.removedEnd();
      if (removed === null) continue;
      return { end: removed, runGoesOn: false, removed: true };
    }
    const own = await parts.ownEnd();
    if (own === null) return { end: judge.end, runGoesOn: false };
    if (own === 'running') {
      if (!parts.runOnly) return { end: judge.end, runGoesOn: true };
      continue;
    }
    // Recorded and not published yet: an end is not told before its result is shown.
    if (judge.resultSeen) return { end: own, runGoesOn: false };
  }
  return { end: judge.waitsForPerson ? 'waits_for_person' : 'timed_out', runGoesOn: false };
}
