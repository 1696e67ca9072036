import { BESIDE_EVENT_TYPES, BINDING_EVENT_TYPES, type Message } from '@aip-hermes/binding';
import type { RecordedEvent } from '@aip-hermes/event-log';
import type { World } from '../support/world.js';
import { derived } from './derived.js';
import type { GoldenStream } from './golden-stream.js';

/** All that a settled world recorded about Actions, with what its bus really holds for it. */
export async function recordWorld(world: World): Promise<GoldenStream> {
  const rows = await rowsOf(world);
  const published = await publishedIn(world);
  // The bus keeps an order within a topic only; the log has the order of both.
  const messages = derived(rows).map((message) => {
    const at = published.findIndex(
      ({ topic, headers }) =>
        topic === message.topic && headers['aip-message-id'] === message.headers['aip-message-id'],
    );
    const [found] = at === -1 ? [] : published.splice(at, 1);
    if (found === undefined) throw new Error(`not published: ${message.value}`);
    return found;
  });
  if (published.length > 0) throw new Error('the bus has messages that are not of the log');
  return { rows, messages };
}

async function rowsOf(world: World): Promise<readonly RecordedEvent[]> {
  const types = [...BINDING_EVENT_TYPES, ...BESIDE_EVENT_TYPES.filter((it) => it !== 'OpenBindingsSnapshot')];
  const rows: RecordedEvent[] = [];
  const { signal } = new AbortController();
  for await (const batch of world.log.subscribe({ types, from: null, signal })) {
    rows.push(...batch.events);
    if (batch.caughtUp) break;
  }
  return rows;
}

async function publishedIn(world: World): Promise<Message[]> {
  const messages: Message[] = [];
  const topics = ['stream_chunks', 'results'] as const;
  const { signal } = new AbortController();
  for await (const { records } of world.bus.reader.read({ topics, follow: false, signal })) {
    for (const { topic, key, headers, value } of records) {
      if (topic !== 'stream_chunks' && topic !== 'results') throw new Error(`read from ${topic}`);
      messages.push({ topic, key: key ?? '', headers, value: new TextDecoder().decode(value ?? undefined) });
    }
  }
  return messages;
}
