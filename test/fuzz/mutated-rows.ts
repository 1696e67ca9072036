import type { Json } from '@aip-hermes/aip';
import { BESIDE_EVENT_TYPES, BINDING_EVENT_TYPES, type RecordedRow } from '@aip-hermes/binding';
import fc from 'fast-check';
import { mutatedBytes } from './mutated-bytes.js';
import { mutatedJson } from './mutated-json.js';

/** A stretch of rows read back wrongly. */
type Damage = (row: RecordedRow) => fc.Arbitrary<readonly RecordedRow[]>;

/** Types that end a binding, among the others. */
const TYPES = [...BINDING_EVENT_TYPES, ...BESIDE_EVENT_TYPES, 'RunPaused', '', 'constructor'];

function jsonText(text: string): fc.Arbitrary<string> {
  return mutatedJson(fc.constant(JSON.parse(text) as Json)).map((value) => JSON.stringify(value));
}

function damagedText(text: string): fc.Arbitrary<string> {
  return mutatedBytes(fc.constant(new TextEncoder().encode(text))).map((bytes) =>
    new TextDecoder().decode(bytes),
  );
}

const withMetadata = (row: RecordedRow, more: object): RecordedRow => ({
  ...row,
  metadata: JSON.stringify({ ...(JSON.parse(row.metadata) as object), ...more }),
});

const DAMAGES: readonly Damage[] = [
  () => fc.constant([]),
  (row) => fc.constant([row, row]),
  (row) => fc.constantFrom(...TYPES).map((type) => [{ ...row, type }]),
  (row) => jsonText(row.data).map((data) => [{ ...row, data }]),
  (row) => damagedText(row.data).map((data) => [{ ...row, data }]),
  (row) => jsonText(row.metadata).map((metadata) => [{ ...row, metadata }]),
  (row) => damagedText(row.metadata).map((metadata) => [{ ...row, metadata }]),
  (row) => fc.integer({ min: -1, max: 3 }).map((schema_version) => [withMetadata(row, { schema_version })]),
  (row) => fc.constantFrom('', 'x', null, 7).map((chain) => [withMetadata(row, { chain })]),
  (row) =>
    fc
      .constantFrom<Json>(true, 'yes')
      .map((ignorable) => [withMetadata({ ...row, type: 'RunPaused' }, { ignorable })]),
  (row) => fc.integer({ min: -1, max: 20 }).map((revision) => [{ ...row, revision }]),
];

/** The rows with up to `most` of them damaged: gone, doubled, of another type or version, with other text or order. */
export function mutatedRows(
  stories: readonly (readonly RecordedRow[])[],
  most = 3,
): fc.Arbitrary<readonly RecordedRow[]> {
  const place = fc.tuple(fc.nat(), fc.nat());
  return fc
    .tuple(fc.constantFrom(...stories), fc.array(place, { minLength: 1, maxLength: most }))
    .chain(([rows, places]) => {
      const hit = new Map(places.map(([at, how]) => [at % rows.length, DAMAGES[how % DAMAGES.length]]));
      return fc
        .tuple(...rows.map((row, index) => hit.get(index)?.(row) ?? fc.constant([row])))
        .map((parts) => parts.flat());
    });
}
