import type { InboundRecord, Topic } from '@aip-hermes/message-bus';

/** JSON as it came, not checked. */
export type Loose = Readonly<Record<string, unknown>>;

/** A published message as people and programs see it; its members are the contract of `watch --json`. */
export interface Published {
  readonly topic: Topic;
  readonly key: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** The envelope; null when the record holds none. */
  readonly value: Loose | null;
}

/** A record of the bus as a message. */
export function publishedOf({ topic, key, headers, value }: InboundRecord): Published {
  return { topic, key, headers, value: value === null ? null : envelopeAt(value) };
}

function envelopeAt(bytes: Uint8Array): Loose | null {
  try {
    return objectOf(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return null;
  }
}

/** The value when it is an object, else null. */
function objectOf(value: unknown): Loose | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : null;
}

/** Text of a member, else null. */
export function textAt(object: Loose | null | undefined, member: string): string | null {
  const value = object?.[member];
  return typeof value === 'string' ? value : null;
}

/** Object of a member, else null. */
export function objectAt(object: Loose | null | undefined, member: string): Loose | null {
  return objectOf(object?.[member]);
}
