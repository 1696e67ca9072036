import type { CredentialMask } from './credential-mask.js';
import type { ProviderEvent, ProviderObject } from './outcome.js';
import { isProviderObject, parseProviderJson } from './provider-json.js';
import { capText } from './provider-text.js';
import type { SseFrame } from './sse-framer.js';

/** Most bytes kept of an event whose data is nested too deep. */
export const OPAQUE_LIMIT_BYTES = 64 * 1024;

/** Most bytes of an event's name. */
const EVENT_NAME_LIMIT_BYTES = 256;

/** The event of a frame; null when its data is no JSON object, which ends the stream (SPEC O6). */
export function providerEvent(frame: SseFrame, mask: CredentialMask): ProviderEvent | null {
  const parsed = parseProviderJson(frame.data);
  switch (parsed.kind) {
    case 'invalid':
      return null;
    case 'too_deep': {
      // Only an object can carry an event; an array of any depth is a decode failure like a flat one.
      if (!frame.data.trimStart().startsWith('{')) return null;
      const name = eventName(frame, parsed.texts.get('event'), mask);
      return { name, data: { event: name, opaque: capText(mask.text(frame.data), OPAQUE_LIMIT_BYTES) } };
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
