import fc from 'fast-check';

/** One slip in bytes; places count modulo the length. */
type Slip =
  | { readonly kind: 'flip'; readonly at: number; readonly bits: number }
  | { readonly kind: 'cut'; readonly at: number; readonly count: number }
  | { readonly kind: 'put'; readonly at: number; readonly bytes: Uint8Array }
  | { readonly kind: 'copy'; readonly at: number; readonly count: number; readonly to: number }
  | { readonly kind: 'end'; readonly at: number };

/** What breaks readers of text: half characters, marks, ends of lines, brackets. */
const PIECES = [
  '',
  '\0',
  '\n',
  '\r',
  '\r\n',
  '\n\n',
  '"',
  '\\',
  '{',
  '}',
  '[[',
  ':',
  ',',
  '\u2028',
  '\ufeff',
  'é',
  '🌍',
];
const BROKEN = [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xf0, 0x9f], [0xc0, 0x80], [0x80]].map((bytes) =>
  Uint8Array.from(bytes),
);

const piece = fc.oneof(
  fc.constantFrom(...PIECES.map((text) => new TextEncoder().encode(text)), ...BROKEN),
  fc.uint8Array({ maxLength: 8 }),
);

const slip: fc.Arbitrary<Slip> = fc.oneof(
  fc.record({ kind: fc.constant('flip' as const), at: fc.nat(), bits: fc.integer({ min: 1, max: 255 }) }),
  fc.record({ kind: fc.constant('cut' as const), at: fc.nat(), count: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constant('put' as const), at: fc.nat(), bytes: piece }),
  fc.record({
    kind: fc.constant('copy' as const),
    at: fc.nat(),
    count: fc.integer({ min: 1, max: 200 }),
    to: fc.nat(),
  }),
  fc.record({ kind: fc.constant('end' as const), at: fc.nat() }),
);

function slipped(bytes: Uint8Array, done: Slip): Uint8Array {
  const at = bytes.length === 0 ? 0 : done.at % bytes.length;
  switch (done.kind) {
    case 'flip': {
      const flipped = bytes.slice();
      flipped[at] = (flipped[at] ?? 0) ^ done.bits;
      return flipped;
    }
    case 'cut':
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + done.count)]);
    case 'put':
      return Buffer.concat([bytes.subarray(0, at), done.bytes, bytes.subarray(at)]);
    case 'copy': {
      const to = bytes.length === 0 ? 0 : done.to % bytes.length;
      return Buffer.concat([bytes.subarray(0, to), bytes.subarray(at, at + done.count), bytes.subarray(to)]);
    }
    case 'end':
      return bytes.subarray(0, at);
  }
}

/** The given bytes with up to `most` slips: flipped bits, pieces cut out, put in, repeated, a lost end. */
export function mutatedBytes(good: fc.Arbitrary<Uint8Array>, most = 4): fc.Arbitrary<Uint8Array> {
  return fc
    .tuple(good, fc.array(slip, { maxLength: most }))
    .map(([bytes, slips]) => Uint8Array.from(slips.reduce(slipped, bytes)));
}
