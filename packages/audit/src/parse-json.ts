import type { Json } from '@aip-hermes/aip';

/** The JSON value of a text, or undefined when it is none. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
