import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { formatTimestamp, MESSAGE_TYPES } from '@aip-hermes/aip';
import { capabilityIdOf, DEFAULT_POLICY, policyDigest } from '@aip-hermes/binding';
import { Connector, Projector, Slots } from '@aip-hermes/connector';
import { openSqliteEventLog } from '@aip-hermes/event-log/sqlite';
import { openSqliteBus } from '@aip-hermes/message-bus/sqlite';
import { ENDPOINT_ID, realClient } from './client.mjs';
import { realSurroundings } from './surroundings.mjs';

const { AbortController, TextEncoder } = globalThis;

/**
 * The whole embedded product on fresh files, every commit synced: commands in, chunks out. Returns nanoseconds from
 * the streams' release to the last published chunk, and processor time from the first command on. `batching` false: one commit an event (B1c).
 */
export async function embedded(provider, { runs, events, directory, batching }) {
  const data = mkdtempSync(join(directory, 'embedded-'));
  const surroundings = realSurroundings();
  const log = openSqliteEventLog({ file: join(data, 'log.db'), groupCommit: batching });
  const bus = openSqliteBus({ file: join(data, 'bus.db') });
  const { client, key, close } = realClient(provider.baseUrl, surroundings.timers);
  const policy = { ...DEFAULT_POLICY, require_action_approval: false, max_concurrent_runs: runs };
  const endpoint = {
    id: ENDPOINT_ID,
    tenant: null,
    policy,
    policyDigest: policyDigest(policy),
    client,
    slots: new Slots(runs),
  };
  const connector = new Connector({
    log,
    deadLetters: bus.deadLetters,
    errorReplies: bus.errorReplies,
    endpoints: new Map([[ENDPOINT_ID, endpoint]]),
    ingress: {
      allowAnonymous: true,
      localCaller: { principal: { id: 'agent:planner', kind: 'agent' }, tenant: null },
      maxCommandBytes: 1_048_576,
      maxOpenBindings: 50_000,
    },
    surroundings,
    agent: 'agent:hermes_agent:connector',
    secrets: [key],
    batching,
  });
  const sink = countingSink(bus.projectionSink('0'), runs * events);
  const projector = new Projector({ log, sink, surroundings, maxMessageBytes: 1_048_576 });

  await connector.start();
  const stop = new AbortController();
  const loops = [
    bus.commandSource('bench').run((batch) => connector.handle(batch), stop.signal),
    projector.run(stop.signal),
  ];
  const released = provider.released();
  const cpu = process.cpuUsage();
  for (let nth = 0; nth < runs; nth += 1) await bus.commandSink.send(commandOf(nth));
  const end = await sink.full;
  const spent = process.cpuUsage(cpu);
  const nanoseconds = Number(end - (await released));
  await connector.settled();
  stop.abort();
  await Promise.all(loops);
  await connector.drain(0, new AbortController().signal);
  await close();
  await bus.close();
  await log.close();
  rmSync(data, { recursive: true, force: true });
  if (surroundings.problems.length > 0)
    throw new Error(`the connector complained: ${surroundings.problems[0]}`);
  return { nanoseconds, cpuMicros: spent.user + spent.system };
}

/** The sink with a promise for the moment at which so many chunks are published. */
function countingSink(sink, chunks) {
  let left = chunks;
  let done;
  const full = new Promise((resolve) => (done = resolve));
  return {
    full,
    position: () => sink.position(),
    close: () => sink.close(),
    async publish(records, position, expected) {
      await sink.publish(records, position, expected);
      for (const record of records) if (record.topic === 'stream_chunks') left -= 1;
      if (left <= 0) done(process.hrtime.bigint());
    },
  };
}

function commandOf(nth) {
  const id = `act_bench_${nth}`;
  const envelope = {
    aip_version: '1.0',
    message_type: MESSAGE_TYPES.action,
    message_id: `msg_bench_${nth}`,
    sent_at: formatTimestamp(Date.now()),
    correlation_id: `corr_bench_${nth}`,
    from: { id: 'agent:planner', kind: 'agent' },
    body: {
      action: {
        id,
        capability_id: capabilityIdOf(ENDPOINT_ID),
        input: { objective: 'Summarise the report' },
        mode: 'streaming',
        idempotency_key: `key-${id}`,
      },
    },
  };
  return { key: id, value: new TextEncoder().encode(JSON.stringify(envelope)), headers: {} };
}
