const PLAIN_KEY = /^[\w$-]{1,64}$/;

/** Characters of an odd key shown in a path. */
const MAX_KEY_SHOWN = 64;

/** Path of a member or element below `base`: `endpoints[1].base_url`; odd keys are quoted. */
export function keyPath(base: string, key: PropertyKey): string {
  if (typeof key === 'number') return `${base}[${key}]`;
  const name = String(key);
  if (!PLAIN_KEY.test(name)) return `${base}[${JSON.stringify(name.slice(0, MAX_KEY_SHOWN))}]`;
  return base === '' ? name : `${base}.${name}`;
}
