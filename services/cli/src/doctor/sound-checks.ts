import type { LogSample } from '@aip-hermes/event-log/sqlite';
import type { Check, CheckMaker } from './check.js';

const FULL = 'a full check: `backup` makes one';
const SETTLE =
  'Run `audit --all`, which names what is damaged; docs/operations.md, "A damaged log", says what to do.';

/** Whether the pages of a file are sound, and whether that was looked at. */
export function structureCheck(structureChecked: boolean, make: CheckMaker): Check {
  return make.ok('sound', `${structureText(structureChecked)}; ${FULL}.`, {
    structure_checked: structureChecked,
  });
}

/** The same of the log, with what reading its oldest and newest events showed. @param sample Null: nothing was read. */
export function logSoundCheck(structureChecked: boolean, sample: LogSample | null, make: CheckMaker): Check {
  if (sample === null) return structureCheck(structureChecked, make);
  const { events, isWhole, damage } = sample;
  const facts = { structure_checked: structureChecked, events_checked: events, all_events: isWhole };
  if (damage !== null) return make.unreachable('sound', `A record is damaged: ${damage}.`, SETTLE, facts);
  const read = isWhole
    ? `all ${events} events kept were read, with their checksums`
    : `the ${events} oldest and newest events were read, with their checksums, those between them not`;
  return make.ok('sound', `${structureText(structureChecked)}; ${read}; ${FULL}.`, facts);
}

function structureText(structureChecked: boolean): string {
  return structureChecked
    ? 'The structure of the file is sound'
    : 'The file is too large for a short check of its structure, which was not made';
}
