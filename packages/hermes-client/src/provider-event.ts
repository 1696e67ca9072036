import type { CredentialMask } from './credential-mask.js';
import { ANY_LENGTH, keptMembers, SHORT_MEMBER } from './kept-members.js';
import type { ProviderEvent, ProviderObject } from './outcome.js';
import { isProviderObject, parseProviderJson } from './provider-json.js';
import { capText } from './provider-text.js';
import type { SseFrame } from './sse-framer.js';

/** Most bytes kept of data that is nested too deep or has too many values, beside the members that matter. */
export const OPAQUE_LIMIT_BYTES = 64 * 1024;

/** Most bytes of an event's name. */
const EVENT_NAME_LIMIT_BYTES = 256;

/** What of an event that is not built still matters: its name, whose it is, and what an end says. */
const KEPT: ReadonlyMap<string, number> = new Map([
  ['event', SHORT_MEMBER],
  ['run_id', ANY_LENGTH],
  ['output', ANY_LENGTH],
  ['error', ANY_LENGTH],
]);

/** The event of a frame; null when its data is no JSON object, which ends the stream (SPEC O6). */
export function providerEvent(frame: SseFrame, mask: CredentialMask): ProviderEvent | null {
  const parsed = parseProviderJson(frame.data);
  switch (parsed.kind) {
    case 'invalid':
      return null;
    case 'opaque': {
      // Only an object can carry an event; an array of any depth is a decode failure like a flat one.
      const members = keptMembers(frame.data, KEPT);
      if (members === null) return null;
      const kept = mask.object(members, frame.data);
      const name = eventName(frame, kept['event'], mask);
      const opaque = capText(mask.text(frame.data), OPAQUE_LIMIT_BYTES);
      return { name, data: { ...kept, event: name, opaque } };
    }
    case 'value': {
      if (!isProviderObject(parsed.value)) return null;
      const data: ProviderObject = mask.object(parsed.value, frame.data);
      return { name: eventName(frame, data['event'], mask), data };
    }
  }
}

/** `message` is the name every nameless frame has by the event-stream standard, so it names nothing (C03). */
function eventName(frame: SseFrame, member: unknown, mask: CredentialMask): string {
  const line = frame.eventName === 'message' ? null : frame.eventName;
  const name = line ?? (typeof member === 'string' && member !== '' ? member : 'unknown');
  return capText(mask.text(name), EVENT_NAME_LIMIT_BYTES);
}
