import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_POLICY, policyDigest } from '@aip-hermes/binding';
import { Connector, Projector, Slots } from '@aip-hermes/connector';
import { openSqliteEventLog } from '@aip-hermes/event-log/sqlite';
import { openSqliteBus } from '@aip-hermes/message-bus/sqlite';
import { ENDPOINT_ID, realClient } from './client.mjs';
import { realSurroundings } from './surroundings.mjs';

const { AbortController } = globalThis;

const MAX_MESSAGE_BYTES = 1_048_576;

/**
 * The whole embedded product in this process, every commit synced, wired as `up` wires it. `data`: directory of an
 * earlier one, default a fresh one in `directory`. `onPublished(records)` sees every batch after it was published.
 * `batching` false: one append and one commit an event (B1c).
 */
export async function openProduct({ provider, directory, data, slots = 16, batching = true, onPublished }) {
  const files = data ?? mkdtempSync(join(directory, 'embedded-'));
  const surroundings = realSurroundings();
  const log = openSqliteEventLog({ file: join(files, 'log.db'), groupCommit: batching });
  const bus = openSqliteBus({ file: join(files, 'bus.db') });
  const { client, key, close: closeClient } = realClient(provider.baseUrl, surroundings.timers);
  const connector = new Connector({
    log,
    deadLetters: bus.deadLetters,
    errorReplies: bus.errorReplies,
    endpoints: new Map([[ENDPOINT_ID, endpoint(client, slots)]]),
    ingress: {
      allowAnonymous: true,
      localCaller: { principal: { id: 'agent:planner', kind: 'agent' }, tenant: null },
      maxCommandBytes: MAX_MESSAGE_BYTES,
      maxOpenBindings: 50_000,
    },
    surroundings,
    agent: 'agent:hermes_agent:connector',
    secrets: [key],
    batching,
  });
  const sink = watched(bus.projectionSink('0'), onPublished ?? (() => undefined));
  const projector = new Projector({ log, sink, surroundings, maxMessageBytes: MAX_MESSAGE_BYTES });
  const stop = new AbortController();
  const recovered = await connector.start();
  const loops = [
    bus.commandSource('bench').run((batch) => connector.handle(batch), stop.signal),
    projector.run(stop.signal),
  ];
  return {
    data: files,
    log,
    bus,
    connector,
    recovered,
    /** Stops in order, and says so when the connector complained meanwhile. */
    async close({ keep = false } = {}) {
      stop.abort();
      await Promise.all(loops);
      await connector.drain(0, new AbortController().signal);
      await closeClient();
      await bus.close();
      await log.close();
      if (!keep) rmSync(files, { recursive: true, force: true });
      if (surroundings.problems.length > 0)
        throw new Error(`the connector complained: ${surroundings.problems[0]}`);
    },
  };
}

function endpoint(client, slots) {
  const policy = { ...DEFAULT_POLICY, require_action_approval: false, max_concurrent_runs: slots };
  return {
    id: ENDPOINT_ID,
    tenant: null,
    policy,
    policyDigest: policyDigest(policy),
    client,
    slots: new Slots(slots),
  };
}

function watched(sink, onPublished) {
  return {
    position: () => sink.position(),
    close: () => sink.close(),
    async publish(records, position, expected) {
      await sink.publish(records, position, expected);
      onPublished(records);
    },
  };
}
