import type { MessageBus } from '@aip-hermes/message-bus';
import type { ExitName } from '../exit-code.js';
import { EndJudge } from './end-judge.js';
import { follow } from './follow.js';
import type { Published } from './published.js';
import type { Watched } from './watched.js';

/** How a watch ended: the Action's end, a time-out, or a time-out while a person must decide. */
export type WatchEnd = ExitName;

/** Shows every message of an id until its end or until `signal` aborts (a time-out). @throws BusUnavailable */
export async function watchMessages(
  bus: MessageBus,
  watched: Watched,
  signal: AbortSignal,
  show: (message: Published) => void,
): Promise<WatchEnd> {
  const judge = new EndJudge(watched);
  let live = false;
  for await (const { messages, caughtUp } of follow(bus, watched, signal)) {
    messages.forEach(show);
    judge.take(messages, live);
    if (!caughtUp) continue;
    live = true;
    if (judge.end !== null) return judge.end;
  }
  return judge.waitsForPerson ? 'waits_for_person' : 'timed_out';
}
