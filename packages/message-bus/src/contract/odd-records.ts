/** A record whose parts must come back as they went in. */
export interface OddRecord {
  readonly what: string;
  readonly key: string | null;
  readonly value: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

const plain = { key: 'act_1', value: Buffer.from('{}'), headers: {} };

/** Keys, values and headers that careless storage changes. */
export const ODD_RECORDS: readonly OddRecord[] = [
  { what: 'bytes that are not UTF-8', ...plain, value: Uint8Array.of(0xff, 0xfe, 0x00, 0xc3, 0x28, 0x80) },
  { what: 'all byte values', ...plain, value: Uint8Array.from({ length: 256 }, (_, byte) => byte) },
  { what: 'an empty value', ...plain, value: new Uint8Array(0) },
  { what: 'a byte order mark and line ends', ...plain, value: Buffer.from('\uFEFF{}\r\n') },
  { what: 'no key', ...plain, key: null },
  { what: 'an empty key', ...plain, key: '' },
  { what: 'a key with quotes, spaces and a line end', ...plain, key: `it's "a" \\ key\n%_` },
  { what: 'a key in several scripts', ...plain, key: 'schlüssel-鍵-🔑' },
  { what: 'a long key', ...plain, key: 'k'.repeat(5_000) },
  {
    what: 'odd headers',
    ...plain,
    headers: {
      empty: '',
      'with space': ' padded ',
      unicode: '✓ 🔑',
      lines: 'a\r\nb',
      quotes: `'"\\`,
      '': 'x',
    },
  },
  {
    what: 'headers named like members of objects',
    ...plain,
    headers: Object.fromEntries<string>([
      ['__proto__', 'p'],
      ['constructor', 'c'],
      ['tostring', 't'],
    ]),
  },
];
