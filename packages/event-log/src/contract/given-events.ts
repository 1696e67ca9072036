import { randomUUID } from 'node:crypto';
import type { NewEvent } from '../port.js';

/** A stream name no other test uses. */
export function aStream(): string {
  return `contract.v1-${randomUUID()}`;
}

/** An event type no other test uses. */
export function aType(): string {
  return `Type${randomUUID()}`;
}

/** An event with a fresh id. */
export function anEvent(given: Partial<NewEvent> = {}): NewEvent {
  return { id: randomUUID(), type: 'ContractEvent', data: '{"n":1}', metadata: '{}', ...given };
}

/** `count` events with fresh ids. */
export function someEvents(count: number, given: Partial<NewEvent> = {}): readonly NewEvent[] {
  return Array.from({ length: count }, (_, n) => anEvent({ data: `{"n":${n}}`, ...given }));
}
