import type { BusFileFacts } from '@aip-hermes/message-bus/sqlite';
import type { FileFacts } from '../wire/look-at-files.js';
import type { Found, StoreFacts } from '../wire/look-at-store.js';
import type { Writable } from '../wire/write-probe.js';
import { byteText } from './byte-text.js';
import { FREE_SPACE, hasRoom } from './disk-room.js';
import { logSoundCheck, structureCheck } from './sound-checks.js';
import { checksOf, type Check, type CheckMaker } from './check.js';
import type { Suggestions } from './suggestions.js';

/** Messages a running service may have ahead of it without being behind. */
const USUAL_BACKLOG = 1_000;

/** A write-ahead log larger than this means that somebody reads for a long time, bytes. */
const LARGE_WAL_BYTES = 268_435_456;

/** What the checks of log and bus go by. */
export interface StoreCase {
  readonly store: StoreFacts;
  readonly files: readonly FileFacts[];
  readonly paths: { readonly log: string; readonly bus: string };
  /** Of the file system they are on, bytes; null: not known. */
  readonly freeBytes: number | null;
  /** Whether a service runs on the directory now. */
  readonly running: boolean;
  readonly suggestions: Suggestions;
}

/** The event log and the message bus: reachable, of this release, writable, together, and how far they are. */
export function storeChecks(given: StoreCase): readonly Check[] {
  return [...logChecks(given), ...busChecks(given)];
}

function logChecks({ store, files, paths, freeBytes, suggestions }: StoreCase): readonly Check[] {
  const make = checksOf('log');
  const { log, openBindings } = store;
  const there = presence(log, make, store.busHasPosition ? LOG_GONE : null);
  if (log.kind !== 'found') return there;
  const { schemaVersion, currentSchema, head } = log.facts;
  const events = head === null ? 0 : Number(head);
  const open =
    openBindings === null ? 'many events were recorded since they were counted' : String(openBindings);
  return [
    ...there,
    schemaVersion < currentSchema
      ? make.warning(
          'schema',
          `Schema ${schemaVersion}, this build writes ${currentSchema}.`,
          `Start the service once, which upgrades it: ${suggestions.up}`,
          { schema: schemaVersion },
        )
      : make.ok('schema', `Schema ${schemaVersion}.`, { schema: schemaVersion }),
    writableCheck(log.writable, freeBytes, make),
    sizeCheck(paths.log, files, make),
    logSoundCheck(log.structureChecked, store.sample, make),
    make.ok('events', `${events} events recorded; open bindings: ${open}.`, {
      events,
      open_bindings: openBindings,
    }),
  ];
}

const LOG_GONE = 'The bus was published from a log, but the log is missing: no service starts here.';

function busChecks({ store, files, paths, freeBytes, running, suggestions }: StoreCase): readonly Check[] {
  const make = checksOf('bus');
  const { bus, log } = store;
  const there = presence(bus, make, null);
  if (bus.kind === 'missing' && log.kind === 'found') {
    const text = 'There is a log, but no bus: commands that only the bus held are lost.';
    return [
      make.warning(
        'present',
        text,
        `Start the service; it publishes everything again, to the same bytes: ${suggestions.up}`,
      ),
    ];
  }
  if (bus.kind !== 'found') return there;
  const { schemaVersion, partitions } = bus.facts;
  return [
    ...there,
    make.ok('schema', `Schema ${schemaVersion}, ${partitions} partitions.`, {
      schema: schemaVersion,
      partitions,
    }),
    writableCheck(bus.writable, freeBytes, make),
    sizeCheck(paths.bus, files, make),
    structureCheck(bus.structureChecked, make),
    commandsCheck(bus.facts, running ? null : suggestions.up, make),
    deadLettersCheck(bus.facts.records.dead_letters, suggestions.deadLetters, make),
    ...jointChecks(store.joint, running ? null : suggestions.up, make),
  ];
}

function presence<T>(found: Found<T>, make: CheckMaker, needed: string | null): readonly Check[] {
  switch (found.kind) {
    case 'missing':
      return needed === null
        ? [make.ok('present', 'It is not there yet.', { exists: false })]
        : [make.unreachable('present', needed, RESTORE, { exists: false })];
    case 'unusable':
      return [make.unreachable('present', found.reason, MEND, { exists: true })];
    case 'found':
      return [make.ok('present', 'It can be read.', { exists: true })];
  }
}

const MEND = 'Mend that, and look again; docs/operations.md says what to do with a damaged file.';
const RESTORE = 'Put the log back that belongs to the bus, or restore both from the same backup.';

function writableCheck(writable: Writable, freeBytes: number | null, make: CheckMaker): Check {
  switch (writable.kind) {
    case 'yes':
      if (!hasRoom(freeBytes))
        return make.unreachable(
          'writable',
          `It may be written, but only ${byteText(freeBytes ?? 0)} are free for it: what comes next may not fit.`,
          FREE_SPACE,
          { writable: null },
        );
      return make.ok('writable', 'It can be written.', { writable: true });
    case 'busy':
      return make.warning('writable', 'Another process was writing to it for a whole second.', 'Try again.', {
        writable: null,
      });
    case 'no':
      return make.unreachable(
        'writable',
        `It can be read but not written (${writable.code}).`,
        'Check owner and mode of the file and its directory, and whether the file system is read-only.',
        { writable: false },
      );
  }
}

function sizeCheck(path: string, files: readonly FileFacts[], make: CheckMaker): Check {
  const bytesOf = (name: string): number => files.find((it) => it.path === name)?.bytes ?? 0;
  const bytes = bytesOf(path);
  const wal = bytesOf(`${path}-wal`);
  const text = `${byteText(bytes)}, and ${byteText(wal)} of write-ahead log.`;
  const facts = { bytes, wal_bytes: wal };
  if (wal <= LARGE_WAL_BYTES) return make.ok('size', text, facts);
  const action =
    'End long reads of the file (audits, copies, open database tools): they keep it from shrinking.';
  return make.warning('size', text, action, facts);
}

/** @param up What starts a service; null: one runs. */
function commandsCheck(
  { waitingCommands, records }: BusFileFacts,
  up: string | null,
  make: CheckMaker,
): Check {
  const text = `Commands stored: ${records.commands}; not decided yet: ${waitingCommands}.`;
  const facts = { commands: records.commands, waiting: waitingCommands };
  if (waitingCommands === 0 || up === null) return make.ok('commands', text, facts);
  return make.warning('commands', text, `Start the service, which takes them: ${up}`, facts);
}

function deadLettersCheck(count: number, list: string, make: CheckMaker): Check {
  const facts = { dead_letters: count };
  if (count === 0) return make.ok('dead_letters', 'No dead letters.', facts);
  const text = `Records that could not be taken as commands, kept with their bytes: ${count}.`;
  return make.warning('dead_letters', text, `See what they are and where they came from: ${list}`, facts);
}

function jointChecks(joint: StoreFacts['joint'], up: string | null, make: CheckMaker): readonly Check[] {
  switch (joint.kind) {
    case 'unknown':
      return [];
    case 'mismatch':
      return [make.unreachable('belongs', joint.reason, RESTORE, { match: false })];
    case 'match': {
      const text = joint.named ? 'It was published from this log.' : 'It names no log yet.';
      const belongs = make.ok('belongs', text, { match: true, named: joint.named });
      return [belongs, backlogCheck(joint.unpublished, up, make)];
    }
  }
}

function backlogCheck(unpublished: number | null, up: string | null, make: CheckMaker): Check {
  const facts = { unpublished };
  if (unpublished === 0) return make.ok('published', 'Everything recorded is published.', facts);
  const text = `Recorded events whose messages are not published yet: ${unpublished ?? 'very many'}.`;
  if (up !== null)
    return make.warning('published', text, `Start the service, which publishes them: ${up}`, facts);
  if (unpublished !== null && unpublished <= USUAL_BACKLOG) return make.ok('published', text, facts);
  const action = 'Look again in a moment; when the number does not fall, look at the log of the service.';
  return make.warning('published', text, action, facts);
}
