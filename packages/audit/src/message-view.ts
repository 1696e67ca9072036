import type { Json } from '@aip-hermes/aip';
import type { Message } from '@aip-hermes/binding';
import { parseJson } from './parse-json.js';

/** A published message as the audit prints it: the envelope as an object (SPEC E1). */
export interface AuditMessage {
  readonly topic: Message['topic'];
  readonly key: string;
  readonly headers: Message['headers'];
  readonly value: Json;
}

/** The view of a re-derived message. */
export function messageView({ topic, key, headers, value }: Message): AuditMessage {
  return { topic, key, headers, value: parseJson(value) ?? value };
}
