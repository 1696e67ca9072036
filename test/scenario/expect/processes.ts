import { auditAction } from '@aip-hermes/audit';
import type { Bound } from '../file/scenario.js';
import { exactly, same, within, type ChecksOf } from './check.js';
import { eventsOf, sourceOf, type Ending } from './ending.js';

const TERMINAL = /^Run(Completed|Failed|Cancelled|OutcomeUnknown)$/;

/** Processes, sockets, secrets. */
export const PROCESS_CHECKS: ChecksOf<
  'processAlive' | 'settledWithinMsOfTerminal' | 'synchronousForFences' | 'objectPrototypePolluted'
> = {
  processAlive: ({ world }, expected) => {
    const wrong = same(world.endedUnasked.length === 0, expected);
    const ends = world.endedUnasked.map(({ name, exit }) => `${name}: ${String(exit?.error)}`);
    return wrong === null ? null : `${wrong} (${ends.join('; ')})`;
  },
  settledWithinMsOfTerminal: (ending, expected) => {
    const arrived = ending.world.terminalArrivedAtMs;
    const terminal = eventsOf(ending, sourceOf(ending)).find(({ type }) => TERMINAL.test(type));
    const written = ending.world.index.events.find(({ row }) => row === terminal)?.atMs;
    if (arrived === null || written === undefined) return 'cannot be told: no terminal event has arrived';
    return within(Math.max(0, written - arrived), expected);
  },
  synchronousForFences: exactly(({ world }) => world.embedded?.synchronous),
  objectPrototypePolluted: exactly(({ world }) => world.isPrototypePolluted),
};

/** Where a credential must not be. */
export const CANARY_CHECKS: {
  readonly canaryOccurrences: (ending: Ending, expected: Bound) => Promise<string | null>;
} = {
  canaryOccurrences: async (ending, expected) => {
    const canary = ending.world.run.scenario.given?.canary;
    if (canary === undefined) return 'cannot be told: given.canary names none';
    const forms = [canary, encodeURIComponent(canary), Buffer.from(canary).toString('base64')];
    const places = await written(ending);
    const count = places.reduce(
      (sum, text) => sum + [...new Set(forms)].reduce((n, form) => n + text.split(form).length - 1, 0),
      0,
    );
    return within(count, expected);
  },
};

/** Every text that the product wrote anywhere. */
async function written(ending: Ending): Promise<readonly string[]> {
  const { world, messages, deadLetters } = ending;
  const audits = await Promise.all(
    world.index.actions.map((actionId) =>
      auditAction({ log: world.log.store, reader: world.bus.outputs.reader, actionId }),
    ),
  );
  return [
    ...world.captured.lines.map(({ text }) => text),
    ...world.index.events.map(({ row }) => row.data + row.metadata),
    ...messages.map(({ text, headers }) => text + JSON.stringify(headers)),
    ...deadLetters.map(
      ({ value, headers }) => new TextDecoder().decode(value ?? undefined) + JSON.stringify(headers),
    ),
    ...world.endedUnasked.map(({ exit }) => String(exit?.error)),
    ...audits.map((audit) => JSON.stringify(audit)),
  ];
}
