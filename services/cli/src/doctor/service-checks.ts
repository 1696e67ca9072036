import type { Holder } from '../wire/holder.js';
import type { ServiceFacts } from '../wire/look-at-service.js';
import { printableLine } from '../render/printable.js';
import { FREE_SPACE, hasRoom } from './disk-room.js';
import { checksOf, type Check, type CheckMaker } from './check.js';
import type { Suggestions } from './suggestions.js';

/** What the running service is compared with. */
export interface Expected {
  readonly version: string;
  readonly suggestions: Suggestions;
  /** Of the file system of the data directory, bytes; null: not known. */
  readonly freeBytes: number | null;
  /** Of the configuration of this command; null: none was given. */
  readonly endpoints: readonly { readonly id: string; readonly baseUrl: string }[] | null;
}

/** Who holds the data directory, whether it lives, and whether it runs what is configured here. */
export function serviceChecks(facts: ServiceFacts, expected: Expected): readonly Check[] {
  const make = checksOf('service');
  const { running, holder } = facts;
  if (!running) return [stoppedCheck(facts, expected.suggestions.up, make)];
  return [
    runningCheck(facts, expected.freeBytes, make),
    ...(holder === null
      ? []
      : [...versionChecks(holder, expected, make), ...endpointChecks(holder, expected, make)]),
  ];
}

function stoppedCheck({ holder, alive, named }: ServiceFacts, up: string, make: CheckMaker): Check {
  if (!named) return make.ok('up', 'No service runs here.', { running: false });
  const who = holder === null ? 'A service' : `Process ${holder.pid}`;
  const still =
    alive === true ? ' (a process of that number is there: it is just ending, or another one)' : '';
  return make.warning(
    'up',
    `No service runs here; ${who} ended without stopping in order${still}.`,
    `Start it again; it goes on with what is open: ${up}`,
    { running: false, pid: holder?.pid ?? null },
  );
}

function runningCheck({ holder, alive }: ServiceFacts, freeBytes: number | null, make: CheckMaker): Check {
  if (holder === null) {
    return make.warning(
      'up',
      'A service holds the lock, but does not say who it is.',
      'It may be starting or stopping, or its disk is full: look again in a moment.',
      { running: true, pid: null },
    );
  }
  const { pid, instance_id, since } = holder;
  const state = instance_id === null ? 'is starting' : 'runs';
  const facts = { running: true, pid, instance_id, since, version: holder.version, alive };
  const who = `Process ${pid} ${state} here, since ${printableLine(since, 40)}, version ${printableLine(holder.version, 40)}`;
  if (!hasRoom(freeBytes))
    return make.warning('up', `${who}, but its disk is full: it may record nothing now.`, FREE_SPACE, facts);
  if (alive !== false) return make.ok('up', `${who}; it lives.`, facts);
  return make.ok('up', `${who}; it lives outside of what this command sees (another container?).`, facts);
}

function versionChecks(holder: Holder, expected: Expected, make: CheckMaker): readonly Check[] {
  if (holder.version === expected.version) return [];
  return [
    make.warning(
      'version',
      `The running service is version ${printableLine(holder.version, 40)}, this command ${expected.version}.`,
      'Start the service again with the installed version.',
      { running: holder.version, installed: expected.version },
    ),
  ];
}

function endpointChecks(holder: Holder, { endpoints }: Expected, make: CheckMaker): readonly Check[] {
  if (endpoints === null || holder.instance_id === null) return [];
  const running = holder.endpoints.map(({ id, base_url }) => `${id} ${base_url}`).sort();
  const configured = endpoints.map(({ id, baseUrl }) => `${id} ${new URL(baseUrl).origin}`).sort();
  if (running.join('\n') === configured.join('\n')) {
    return [make.ok('endpoints', 'It has the endpoints of this configuration.')];
  }
  return [
    make.warning(
      'endpoints',
      'The running service has other endpoints than this configuration.',
      'Start it again with this configuration, or give doctor the one it was started with.',
      { running, configured },
    ),
  ];
}
