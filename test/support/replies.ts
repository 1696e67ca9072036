import type { Json } from '@aip-hermes/aip';
import type { World } from './world.js';

/** Runs until every delivered record is decided and published; runs may go on. */
export async function decided(world: World): Promise<void> {
  await world.clock.runUntil(() => world.decided === world.delivered);
  await world.clock.advance(1);
}

/** A published reply: its body's one member, and what the reply is bound to. */
export interface Reply {
  readonly kind: string;
  readonly body: Readonly<Record<string, Json>>;
  readonly key: string | null;
  readonly to: Json;
  readonly correlationId: Json;
}

/** The published replies to one message, in order. */
export async function repliesTo(
  world: World,
  message: Readonly<Record<string, Json>>,
): Promise<readonly Reply[]> {
  const published = await world.published('results');
  return published
    .filter(({ value }) => value['in_response_to'] === message['message_id'])
    .map(({ key, value }) => {
      const [entry] = Object.entries(value['body'] as Record<string, Record<string, Json>>);
      if (entry === undefined) throw new Error('a published message without a body');
      const [kind, body] = entry;
      return {
        kind,
        body: kind === 'error' ? (body['error'] as Record<string, Json>) : body,
        key,
        to: value['to'] ?? null,
        correlationId: value['correlation_id'] ?? null,
      };
    });
}

/** The one published reply to a message; fails when there are none or several. */
export async function replyTo(world: World, message: Readonly<Record<string, Json>>): Promise<Reply> {
  const replies = await repliesTo(world, message);
  const [reply] = replies;
  if (reply === undefined || replies.length > 1) {
    throw new Error(`${replies.length} replies to ${JSON.stringify(message['message_id'])}`);
  }
  return reply;
}

/** A dead letter: the bytes, where they lay, and why they could not be taken. */
export interface DeadLetter {
  readonly value: Uint8Array | null;
  readonly partition: string | undefined;
  readonly offset: string | undefined;
  readonly reason: string | undefined;
  readonly message: string | undefined;
}

/** All dead letters, in order. */
export async function deadLetters(world: World): Promise<readonly DeadLetter[]> {
  const letters: DeadLetter[] = [];
  const signal = new AbortController().signal;
  for await (const { records } of world.bus.reader.read({
    topics: ['dead_letters'],
    follow: false,
    signal,
  })) {
    for (const { value, headers } of records) {
      letters.push({
        value,
        partition: headers['aip-dead-letter-partition'],
        offset: headers['aip-dead-letter-offset'],
        reason: headers['aip-dead-letter-reason'],
        message: headers['aip-dead-letter-message'],
      });
    }
  }
  return letters;
}

/** What the log holds altogether: every append of any stream moves it. */
export async function logHead(world: World): Promise<string | null> {
  return world.log.head();
}
