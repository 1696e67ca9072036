import {
  actionIdOfBindingStream,
  foldBinding,
  publishableEventTypes,
  publishableMessages,
  type Message,
} from '@aip-hermes/binding';
import type { RecordedEvent } from '@aip-hermes/event-log';
import { expect } from 'vitest';
import { WORLD_KEY, type World } from './world.js';

const TERMINAL = new Set(['RunCompleted', 'RunFailed', 'RunCancelled', 'RunOutcomeUnknown']);

/**
 * Checks what must hold in every settled world: no loop failed, one start a source (G1), chunks 0,1,2... with one
 * terminal chunk, last (G7), the published messages are exactly those of the log (G12), the endpoint's key is
 * nowhere (G10), no timer is left, and every slot was given back.
 */
export async function expectGuarantees(world: World): Promise<void> {
  expect(world.failures).toEqual([]);
  expect(world.process.timersWaiting).toBe(0);
  expect(world.process.slots.taken).toBe(0);
  const rows = await allEvents(world);
  const published = await publishedMessages(world);
  const derived = rows.flatMap((row) => messagesOf(row));
  expect(published.map(summary)).toEqual(derived.map(summary));
  for (const actionId of new Set(rows.map((row) => actionIdOfBindingStream(row.stream)))) {
    if (actionId !== null) await expectOneStory(world, actionId);
  }
  expectNoKey(world, rows, published);
}

/** Every event of the log that can give messages, in global order. */
async function allEvents(world: World): Promise<readonly RecordedEvent[]> {
  const signal = new AbortController().signal;
  const rows: RecordedEvent[] = [];
  for await (const batch of world.log.subscribe({ types: publishableEventTypes, from: null, signal })) {
    rows.push(...batch.events);
    if (batch.caughtUp) break;
  }
  return rows;
}

function messagesOf(row: RecordedEvent): readonly Message[] {
  const publication = publishableMessages(row, 1_048_576);
  return publication.kind === 'messages' ? publication.messages : [];
}

async function publishedMessages(world: World): Promise<readonly Message[]> {
  const messages: Message[] = [];
  const signal = new AbortController().signal;
  const topics = ['stream_chunks', 'results'] as const;
  for await (const { records } of world.bus.reader.read({ topics, follow: false, signal })) {
    for (const { topic, key, headers, value } of records) {
      messages.push({ topic, key, headers, value: new TextDecoder().decode(value ?? undefined) } as Message);
    }
  }
  return messages;
}

/** A message with plain headers, for comparison. */
function summary({ topic, key, headers, value }: Message): unknown {
  return { topic, key, headers: { ...headers }, value };
}

async function expectOneStory(world: World, actionId: string): Promise<void> {
  const events = await world.events(actionId);
  const count = (type: string): number => events.filter((event) => event.type === type).length;
  expect(count('RunStartClaimed')).toBeLessThanOrEqual(1);
  const ends = events.filter((event) => TERMINAL.has(event.type));
  expect(ends.length).toBeLessThanOrEqual(1);
  const state = foldBinding(events);
  expect(state?.damage).toEqual([]);
  if (state?.projection.publish_chunks !== true) return;
  const chunks = await world.chunks(actionId);
  expect(chunks.map((chunk) => chunk['sequence'])).toEqual(chunks.map((_, index) => index));
  const closing = chunks.filter((chunk) => chunk['kind'] === 'done' || chunk['kind'] === 'error');
  expect(closing.length).toBe(ends.length);
  if (ends.length === 1) expect(chunks.at(-1)).toEqual(closing[0]);
}

function expectNoKey(world: World, rows: readonly RecordedEvent[], published: readonly Message[]): void {
  const said = [
    ...rows.map((row) => row.data + row.metadata),
    ...published.map((message) => message.value + JSON.stringify(message.headers)),
    ...world.lines.map((line) => line.message + JSON.stringify(line.fields) + causes(line.fields)),
  ];
  expect(said.filter((text) => text.includes(WORLD_KEY))).toEqual([]);
}

/** Errors hide their message and stack from JSON. */
function causes(fields: object): string {
  const error = 'err' in fields ? fields.err : null;
  return error instanceof Error ? `${error.message} ${String(error.cause)} ${error.stack ?? ''}` : '';
}
