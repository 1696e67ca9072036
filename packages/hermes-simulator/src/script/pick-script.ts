import type { Script } from './script.js';

/**
 * The script named by the last `SCRIPT=<name>` anywhere in the text, JSON-escaped or not; undefined without
 * a known name. A name that ends a sentence loses its dots.
 */
export function pickScript(text: string, scripts: ReadonlyMap<string, Script>): Script | undefined {
  const name = [...text.matchAll(/SCRIPT=([A-Za-z0-9_.-]+)/g)].at(-1)?.[1];
  if (name === undefined) return undefined;
  return scripts.get(name) ?? scripts.get(name.replace(/\.+$/, ''));
}
