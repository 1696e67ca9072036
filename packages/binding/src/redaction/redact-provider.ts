import type { Json, JsonObject } from '@aip-hermes/aip';
import { isCredentialName } from './credential-name.js';
import { MASK } from './mask.js';
import { maskSecrets, redactText } from './redact-text.js';

/** Nesting that is looked into; provider JSON is parsed with at most 128 levels, deeper values are masked whole. */
const MAX_DEPTH = 160;

/**
 * What the provider said without credentials (DESIGN 6, G10, C52): every text is redacted, a text under a name
 * that says credential is masked whole, numbers stay. Names change only where they hold a credential of
 * `secrets`. Idempotent; the same object comes back when there was nothing to mask.
 */
export function redactProvider(value: JsonObject, secrets: readonly string[]): JsonObject {
  return redactObject(value, secrets, 0);
}

function redact(value: Json, secrets: readonly string[], depth: number): Json {
  if (typeof value === 'string') return redactText(value, secrets);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return MASK;
  return isList(value) ? redactArray(value, secrets, depth) : redactObject(value, secrets, depth);
}

function redactArray(list: readonly Json[], secrets: readonly string[], depth: number): readonly Json[] {
  let copy: Json[] | undefined;
  for (let index = 0; index < list.length; index += 1) {
    const before = list[index] ?? null;
    const after = redact(before, secrets, depth + 1);
    if (after === before) continue;
    copy ??= [...list];
    copy[index] = after;
  }
  return copy ?? list;
}

function redactObject(object: JsonObject, secrets: readonly string[], depth: number): JsonObject {
  const before = Object.entries(object);
  const after = before.map(([name, value]): [string, Json] => [
    maskSecrets(name, secrets),
    isCredentialName(name) ? maskWhole(value, secrets, depth) : redact(value, secrets, depth + 1),
  ]);
  const same = after.every(
    ([name, value], index) => name === before[index]?.[0] && value === before[index][1],
  );
  return same ? object : Object.fromEntries(apart(after));
}

/** A credential by name: texts, also in a list, are masked whole; anything else as usual. */
function maskWhole(value: Json, secrets: readonly string[], depth: number): Json {
  if (typeof value === 'string') return value === '' ? value : MASK;
  if (isList(value) && value.some((item) => typeof item === 'string' && item !== MASK && item !== '')) {
    return redactArray(
      value.map((item) => (typeof item === 'string' && item !== '' ? MASK : item)),
      secrets,
      depth + 1,
    );
  }
  return redact(value, secrets, depth + 1);
}

/** Keeps members apart whose names became equal by masking. */
function apart(members: readonly [string, Json][]): [string, Json][] {
  const taken = new Map<string, number>();
  return members.map(([name, value]) => {
    let own = name;
    let count = taken.get(name) ?? 1;
    for (; taken.has(own); count += 1) own = `${name} ${count + 1}`;
    taken.set(name, count);
    taken.set(own, taken.get(own) ?? 1);
    return [own, value];
  });
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
