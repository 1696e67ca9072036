import type { Json } from '@aip-hermes/aip';
import fc from 'fast-check';

/** Values that readers get wrong. */
const ODD: readonly Json[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  -(2 ** 53),
  '',
  ' ',
  '\0',
  '\ud800',
  '\u202e',
  '__proto__',
  'act_x',
  '../..',
  'true',
  '0',
  [],
  {},
  [[]],
  [null],
  { a: null },
  JSON.parse('{"__proto__":{"polluted":true}}') as Json,
  'x'.repeat(5000),
  '9007199254740993',
  '1970-01-01T00:00:00Z',
  '9999-12-31T23:59:60Z',
  'aip.core.v1.cancel',
];
const NAMES = [
  '',
  '__proto__',
  'constructor',
  'toString',
  'id',
  'type',
  'status',
  'extra',
  'a/b~c',
  '\ud800',
];

const oddValue: fc.Arbitrary<Json> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ODD) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }).map((value) => value as Json) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 200 }).map(nested) },
);

function nested(levels: number): Json {
  let value: Json = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { n: value };
  return value;
}

/** One change of one place of a JSON value; places count modulo their number, in the order of a walk. */
interface Change {
  readonly at: number;
  readonly kind: 'replace' | 'remove' | 'rename' | 'add' | 'swap';
  readonly name: string;
  readonly value: Json;
  readonly other: number;
}

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(),
  kind: fc.constantFrom('replace', 'replace', 'remove', 'rename', 'add', 'swap'),
  name: fc.constantFrom(...NAMES),
  value: oddValue,
  other: fc.nat(),
});

interface Place {
  readonly parent: Record<string, Json>;
  readonly key: string;
}

/** Members and items, outermost first, at most a few thousand. */
function placesOf(root: Json): readonly Place[] {
  const places: Place[] = [];
  const queue: Json[] = [root];
  for (let value = queue.shift(); value !== undefined && places.length < 2000; value = queue.shift()) {
    if (typeof value !== 'object' || value === null) continue;
    const parent = value as Record<string, Json>;
    for (const key of Object.keys(parent)) {
      places.push({ parent, key });
      queue.push(parent[key] ?? null);
    }
  }
  return places;
}

function put(target: Record<string, Json>, key: string, value: Json): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

function apply(root: { value: Json }, done: Change): void {
  const places = placesOf(root);
  const place = places[done.at % places.length];
  const other = places[done.other % places.length];
  if (place === undefined || other === undefined) return;
  const { parent, key } = place;
  const value = structuredClone(done.value);
  switch (done.kind) {
    case 'replace':
      put(parent, key, value);
      return;
    case 'remove':
      if (Array.isArray(parent)) parent.splice(Number(key), 1);
      else Reflect.deleteProperty(parent, key);
      return;
    case 'rename':
      if (Array.isArray(parent)) return;
      put(parent, done.name, parent[key] ?? null);
      Reflect.deleteProperty(parent, key);
      return;
    case 'add':
      if (Array.isArray(parent)) parent.push(value);
      else put(parent, done.name, value);
      return;
    case 'swap':
      put(parent, key, structuredClone(other.parent[other.key] ?? null));
  }
}

/** The given values with up to `most` places replaced, removed, renamed, added to or taken from elsewhere. */
export function mutatedJson(good: fc.Arbitrary<Json>, most = 3): fc.Arbitrary<Json> {
  return fc.tuple(good, fc.array(change, { maxLength: most })).map(([value, changes]) => {
    const root = { value: structuredClone(value) };
    for (const done of changes) apply(root, done);
    return root.value ?? null;
  });
}
