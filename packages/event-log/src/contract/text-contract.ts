import { describe, expect, it } from 'vitest';
import { AppendTooLarge } from '../errors.js';
import { aStream, anEvent, someEvents } from './given-events.js';
import type { LogFactory } from './log-under-test.js';
import { withLog } from './with-log.js';

/** JSON text that a parse and a print would change. */
const TEXTS = [
  '{"b":1,"a":2,"b":3}',
  '{ "spaces" :\t[ 1.0, 1e2, -0, 12345678901234567890 ] }\n',
  '{"escapes":"\\u00e9 \\/ \\ud83d\\ude00 \\u0000"}',
  '{"text":"é 日本語 😀 \u2028 \u200b e\u0301 \u007f"}',
  '"\\ud800 a lone surrogate, escaped"',
  'null',
];

/** Sizes, text kept byte for byte, and what is refused as a mistake. */
export function textContract(make: LogFactory): void {
  describe('text and sizes', () => {
    it(
      'keeps data, metadata, type and id byte for byte',
      withLog(make, async ({ log }) => {
        const stream = aStream();
        const events = TEXTS.map((text) => anEvent({ type: 'Type', data: text, metadata: text }));
        await log.append(stream, 'no_stream', events);
        const stored = await log.read(stream);
        expect(stored.map(({ id, type, data, metadata }) => ({ id, type, data, metadata }))).toEqual(events);
        expect(stored.every((event) => event.stream === stream)).toBe(true);
      }),
    );

    it(
      'DESIGN 3 sizes: takes an append of exactly the limit and refuses one byte more, counted in UTF-8',
      withLog(make, async ({ log }) => {
        const limit = log.maxAppendBytes;
        const empty = anEvent({ data: '""' });
        const fixed = Buffer.byteLength(empty.id + empty.type + empty.data + empty.metadata);
        const [two, rest] = [Math.floor((limit - fixed) / 2), (limit - fixed) % 2];
        const fits = anEvent({ data: `"${'é'.repeat(two)}${'x'.repeat(rest)}"` });
        const tooLarge = anEvent({ data: `"${'é'.repeat(two)}${'x'.repeat(rest + 1)}"` });
        const stream = aStream();
        const refused: unknown = await log
          .append(stream, 'no_stream', [tooLarge])
          .catch((error: unknown) => error);
        expect(refused).toBeInstanceOf(AppendTooLarge);
        expect(refused).toMatchObject({ bytes: limit + 1, limit });
        expect(await log.append(stream, 'no_stream', [fits])).toMatchObject({
          kind: 'appended',
          revision: 0,
        });
        expect((await log.read(stream))[0]?.data).toBe(fits.data);
      }),
    );

    it(
      'counts all events of an append against the limit, and writes none of one that is too large',
      withLog(make, async ({ log }) => {
        const stream = aStream();
        const third = `"${'x'.repeat(Math.ceil(log.maxAppendBytes / 3))}"`;
        await expect(log.append(stream, 'no_stream', someEvents(3, { data: third }))).rejects.toThrow(
          AppendTooLarge,
        );
        expect(await log.read(stream)).toEqual([]);
        expect(await log.append(stream, 'no_stream', someEvents(2, { data: third }))).toMatchObject({
          revision: 1,
        });
      }),
    );

    it(
      'refuses mistakes of the caller and writes nothing',
      withLog(make, async ({ log }) => {
        const stream = aStream();
        const event = anEvent();
        await expect(log.append(stream, 'no_stream', [event, event])).rejects.toThrow(TypeError);
        await expect(log.append(stream, 'no_stream', [])).rejects.toThrow(TypeError);
        await expect(log.append(stream, 'any', [anEvent({ data: '"\ud800"' })])).rejects.toThrow(TypeError);
        await expect(log.append('', 'no_stream', [event])).rejects.toThrow(RangeError);
        await expect(log.append(stream, -1, [event])).rejects.toThrow(RangeError);
        await expect(log.append(stream, 0.5, [event])).rejects.toThrow(RangeError);
        expect(await log.read(stream)).toEqual([]);
      }),
    );
  });
}
