import { readFileSync, readdirSync } from 'node:fs';

const FOLDER = new URL('../../fixtures/', import.meta.url);

/** A recorded body and what a conforming parser dispatches for it. */
export interface SseFixture {
  readonly name: string;
  readonly body: Buffer;
  readonly events: readonly { readonly type: string; readonly lastEventId: string; readonly data: string }[];
  readonly cuts: readonly number[];
  readonly sha256: string;
}

/** Bytes of one fixture file. */
export function fixtureBytes(name: string): Buffer {
  return readFileSync(new URL(name, FOLDER));
}

/** Every `.sse` file with its expectations. */
export function sseFixtures(): readonly SseFixture[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.sse'));
  return names.map((file) => {
    const name = file.slice(0, -'.sse'.length);
    const expected = JSON.parse(fixtureBytes(`${name}.expect.json`).toString()) as Omit<
      SseFixture,
      'cuts'
    > & {
      cuts?: number[];
    };
    return { ...expected, name, body: fixtureBytes(file), cuts: expected.cuts ?? [] };
  });
}

/** The body cut at these offsets. */
export function cutAt(body: Uint8Array, cuts: readonly number[]): readonly Uint8Array[] {
  const ends = [...new Set([...cuts, body.length])].sort((a, b) => a - b);
  return ends.map((end, index) => body.subarray(ends[index - 1] ?? 0, end));
}

/** The body in pieces of one byte. */
export function byteByByte(body: Uint8Array): readonly Uint8Array[] {
  return Array.from(body, (_, index) => body.subarray(index, index + 1));
}
