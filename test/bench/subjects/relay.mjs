import { derivedMessageId, formatTimestamp, MESSAGE_TYPES, messageHeaders } from '@aip-hermes/aip';
import { realClient } from './client.mjs';
import { realSurroundings } from './surroundings.mjs';

const { AbortController } = globalThis;

const KINDS = { 'message.delta': 'data', 'tool.started': 'tool', 'run.completed': 'done' };

/**
 * The baseline (DESIGN 10): the same HTTP client and parser, one envelope with headers for each event, given to
 * `publish(messages)` read by read. No log, no bus, no redaction, no fold.
 */
export function openRelay(provider, publish) {
  const surroundings = realSurroundings();
  const { client, close } = realClient(provider.baseUrl, surroundings.timers);
  return {
    /** One run: start, stream, to its end. */
    run: (nth) => relayRun(client, surroundings, `act_relay_${nth}`, publish),
    close,
  };
}

/** Nanoseconds from the streams' release to the last message, and processor time from the first start on. */
export async function relay(provider, { runs, events }) {
  const published = [];
  const line = openRelay(provider, (messages) => void published.push(...messages));
  const released = provider.released();
  const cpu = process.cpuUsage();
  await Promise.all(Array.from({ length: runs }, (_, nth) => line.run(nth)));
  const end = process.hrtime.bigint();
  const spent = process.cpuUsage(cpu);
  await line.close();
  if (published.length !== runs * events) throw new Error(`the relay published ${published.length} messages`);
  return { nanoseconds: Number(end - (await released)), cpuMicros: spent.user + spent.system };
}

async function relayRun(client, { clock, ids }, actionId, publish) {
  const { signal } = new AbortController();
  const body = JSON.stringify({ session_id: `aip-operator-${actionId}`, input: 'Summarise the report' });
  const start = await client.startRun(
    { body, idempotencyKey: actionId, headers: {}, timeoutMs: 10_000 },
    signal,
  );
  if (start.kind !== 'accepted') throw new Error(`the start was ${start.kind}`);
  let sequence = 0;
  for await (const read of client.openEvents(start.runId, signal)) {
    const messages = read.events.map((event, index) =>
      messageOf(actionId, sequence + index, event, ids.uuid(), formatTimestamp(clock.now())),
    );
    sequence += messages.length;
    publish(messages);
    if (read.end !== null) return;
  }
}

function messageOf(actionId, sequence, { name, data }, eventId, sentAt) {
  const chunk = {
    action_id: actionId,
    sequence,
    kind: KINDS[name] ?? 'progress',
    data: { hermes_operator: data },
  };
  const envelope = {
    aip_version: '1.0',
    message_type: MESSAGE_TYPES.stream_chunk,
    message_id: derivedMessageId(eventId, 0),
    sent_at: sentAt,
    body: {
      stream_chunk: name === 'message.delta' ? { ...chunk, part: { type: 'text', text: data.delta } } : chunk,
    },
    correlation_id: 'corr_bench',
    in_response_to: 'msg_bench',
    from: { id: 'agent:hermes_agent:connector', kind: 'agent' },
    to: { id: 'agent:planner', kind: 'agent' },
  };
  return {
    topic: 'stream_chunks',
    key: actionId,
    value: JSON.stringify(envelope),
    headers: messageHeaders(envelope, { projectionVersion: '1', traceparent: undefined }),
  };
}
