import type { Headers } from '../port.js';

/** Header that stands for all headers of a record whose own cannot be read (G11); its value is the start of what is stored. */
const DAMAGED_HEADERS = 'aip-damaged-headers';

/** Characters of unreadable headers that are shown. */
const MAX_SHOWN = 200;

/** Headers as stored in a bus file. Never throws: a damaged row must not stop the records behind it (G11). */
export function storedHeaders(stored: unknown): Headers {
  const text = typeof stored === 'string' ? stored : '';
  const parsed = parsedOrNull(text);
  return isHeaders(parsed) ? parsed : { [DAMAGED_HEADERS]: text.slice(0, MAX_SHOWN) };
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isHeaders(value: unknown): value is Headers {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((it) => typeof it === 'string');
}
