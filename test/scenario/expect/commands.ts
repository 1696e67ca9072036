import { memberAt } from '../../points/member-at.js';
import { commandAction } from '../../points/command-action.js';
import { isTerminal } from '@aip-hermes/binding';
import { messageIdOf } from '../world/decisions.js';
import type { CommandRecord } from '../world/command-topic.js';
import { bounded, within, type ChecksOf } from './check.js';
import { bindingOf, type Ending } from './ending.js';

/** The command topic: dead letters, offsets, what became of each record. */
export const COMMAND_CHECKS: ChecksOf<
  | 'deadLetters'
  | 'deadLetterBytesExact'
  | 'deadLetterAttempts'
  | 'committedPastUndecided'
  | 'offsetAdvancesTo'
  | 'lostCommands'
  | 'acceptedWithinMs'
  | 'groupRebalances'
> = {
  deadLetters: bounded(({ deadLetters }) => deadLetters.length),
  deadLetterBytesExact: (ending, expected) => {
    const wrong = ending.deadLetters.flatMap((letter) => {
      const place = `${letter.headers['aip-dead-letter-partition']}/${letter.headers['aip-dead-letter-offset']}`;
      const record = ending.world.bus.topic.all.find((it) => `${it.partition}/${it.offset}` === place);
      const isSame = record !== undefined && sameBytes(record.value, letter.value);
      return isSame ? [] : [place];
    });
    if ((wrong.length === 0) === expected) return null;
    return wrong.length === 0 ? 'is true, expected false' : `: the letters of ${wrong.join(', ')} differ`;
  },
  deadLetterAttempts: bounded(({ world }) => world.bus.seen.deadLetterAttempts),
  committedPastUndecided: bounded(({ world }) => world.bus.seen.committedPastUndecided),
  offsetAdvancesTo: bounded(({ world }) => world.bus.topic.committed(0)),
  lostCommands: (ending, expected) => {
    const lost = ending.world.bus.topic.all.filter((record) => isLost(ending, record));
    const wrong = within(lost.length, expected);
    const places = lost.map(({ partition, offset }) => `${partition}/${offset}`).join(', ');
    return wrong === null ? null : `${wrong}: ${places}`;
  },
  acceptedWithinMs: ({ world }, expected) => {
    const { open, longestMs } = world.decisions;
    if (open.length > 0) return `cannot hold: ${open.length} records were never decided`;
    return within(longestMs, expected);
  },
  groupRebalances: bounded(({ world }) => world.bus.seen.groupRebalances),
};

function isLost(ending: Ending, record: CommandRecord): boolean {
  const { world, messages } = ending;
  if (world.bus.lettered.has(`${record.partition}/${record.offset}`)) return false;
  const id = messageIdOf(record);
  if (id !== null && messages.some(({ text }) => memberAt(text, ['in_response_to']) === id)) return false;
  const action = commandAction(record.value);
  const state = action === null ? null : bindingOf(ending, action);
  return state === null || isTerminal(state.binding.status);
}

function sameBytes(a: Uint8Array | null, b: Uint8Array | null): boolean {
  if (a === null || b === null) return a === b;
  return Buffer.compare(a, b) === 0;
}
