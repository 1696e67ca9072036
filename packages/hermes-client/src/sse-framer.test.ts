import { createHash } from 'node:crypto';
import { createParser } from 'eventsource-parser';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SseFramer, type SseFeed, type SseFrame } from './sse-framer.js';
import { byteByByte, cutAt, fixtureBytes, sseFixtures } from './testing/fixtures.js';

function framed(chunks: Iterable<Uint8Array>, framer = new SseFramer()): SseFeed {
  const frames: SseFrame[] = [];
  for (const chunk of chunks) {
    const fed = framer.feed(chunk);
    frames.push(...fed.frames);
    if (fed.fault !== null) return { frames, fault: fed.fault };
  }
  return { frames, fault: null };
}

const asExpected = ({ frames }: SseFeed): readonly { type: string; lastEventId: string; data: string }[] =>
  frames.map(({ eventName, lastEventId, data }) => ({ type: eventName ?? 'message', lastEventId, data }));

describe('recorded bodies', () => {
  for (const { name, body, events, cuts, sha256 } of sseFixtures()) {
    const expected = events.map(({ type, lastEventId, data }) => ({ type, lastEventId, data }));

    it(`${name}: the fixture has the bytes it was made with`, () => {
      expect(createHash('sha256').update(body).digest('hex')).toBe(sha256);
    });

    it(`${name}: one chunk, one byte per chunk and the given cuts give the same frames`, () => {
      expect(asExpected(framed([body]))).toEqual(expected);
      expect(asExpected(framed(byteByByte(body)))).toEqual(expected);
      expect(asExpected(framed(cutAt(body, cuts)))).toEqual(expected);
    });

    it(`${name}: random cuts give the same frames`, () => {
      const anyCuts = fc.array(fc.nat(body.length), { maxLength: 12 });
      fc.assert(
        fc.property(anyCuts, (random) => {
          expect(asExpected(framed(cutAt(body, random)))).toEqual(expected);
        }),
        { numRuns: 60 },
      );
    });
  }
});

describe('against a second parser', () => {
  const parts = [
    'data: a',
    'data:b',
    'data',
    'data:',
    'data:  c',
    'event: x',
    'event:',
    'id: 1',
    'id',
    'id:2',
    'retry: 3',
    'datax: y',
  ];
  const ends = ['\n', '\r', '\r\n', '\n\n', '\r\r', '\r\n\r\n'];
  const others = [': note', ':', ': ä', 'data: Größe 🌍', '\ufeff', ' data: z', 'x'];

  it('C01, C03, C05: any mixture of lines, ends and cuts gives what a conforming parser dispatches', () => {
    const anyText = fc
      .array(fc.constantFrom(...parts, ...ends, ...ends, ...others), { maxLength: 40 })
      .map((tokens) => `${tokens.join('')}: end\n\n`);
    fc.assert(
      fc.property(anyText, fc.array(fc.nat(200), { maxLength: 20 }), (text, cuts) => {
        const body = Buffer.from(text);
        const expected: { type: string; data: string }[] = [];
        const parser = createParser({
          onEvent: ({ event, data }) => expected.push({ type: event ?? 'message', data }),
        });
        parser.feed(new TextDecoder().decode(body));
        const within = cuts.filter((cut) => cut < body.length);
        const framedIn = (chunks: readonly Uint8Array[]) =>
          asExpected(framed(chunks)).map(({ type, data }) => ({ type, data }));
        expect(framedIn(cutAt(body, within))).toEqual(expected);
        expect(framedIn(byteByByte(body))).toEqual(expected);
      }),
      { numRuns: 1500 },
    );
  });
});

describe('ids', () => {
  it('C03, C21: an id stays set until the next one, also one of a frame without data; one with a NUL does not count', () => {
    const body = Buffer.from('data: a\n\nid: 7\n\ndata: b\n\nid: 8\0\ndata: c\n\nid\ndata: d\n\n');
    for (const chunks of [[body], byteByByte(body)]) {
      expect(framed(chunks).frames.map(({ lastEventId }) => lastEventId)).toEqual(['', '7', '7', '']);
    }
  });
});

describe('line ends', () => {
  it('C03: a blank line of a lone CR dispatches at once, without waiting for a next byte', () => {
    expect(framed([Buffer.from('data: a\r\r')]).frames).toEqual([
      { eventName: null, data: 'a', lastEventId: '' },
    ]);
  });

  it('C17: a frame without its blank line is not dispatched', () => {
    expect(framed([Buffer.from('data: a\n\ndata: b\n')]).frames).toHaveLength(1);
  });
});

describe('bytes that are not UTF-8', () => {
  it('C01: damaged data is a decode fault, after the frames before it', () => {
    const damaged = Buffer.concat([Buffer.from('data: ok\n\ndata: '), Buffer.of(0xff), Buffer.from('\n\n')]);
    for (const chunks of [[damaged], byteByByte(damaged)]) {
      expect(framed(chunks)).toEqual({
        frames: [{ eventName: null, data: 'ok', lastEventId: '' }],
        fault: 'decode',
      });
    }
  });

  it('C06: comments are dropped undecoded', () => {
    const body = Buffer.concat([Buffer.from(': '), Buffer.of(0xff), Buffer.from('\ndata: ok\n\n')]);
    expect(framed([body])).toEqual({
      frames: [{ eventName: null, data: 'ok', lastEventId: '' }],
      fault: null,
    });
  });
});

describe('the frame limit', () => {
  const limit = 100;
  const frameOf = (bytes: number): Buffer => Buffer.from(`data:${'x'.repeat(bytes - 5)}\n\n`);

  it('O4: a frame of exactly the limit passes and one byte more does not, however it is cut', () => {
    for (const cut of [(body: Buffer) => [body], byteByByte]) {
      expect(framed(cut(frameOf(limit)), new SseFramer(limit)).frames).toHaveLength(1);
      expect(framed(cut(frameOf(limit + 1)), new SseFramer(limit))).toEqual({
        frames: [],
        fault: 'frame_limit',
      });
    }
  });

  it('O4: many short lines of one frame count together, and a blank line begins a new count', () => {
    expect(framed([Buffer.from('id\n'.repeat(40))], new SseFramer(limit)).fault).toBe('frame_limit');
    expect(framed([Buffer.from('data: x\n\n'.repeat(40))], new SseFramer(limit)).frames).toHaveLength(40);
  });
});

describe('C09: streams that never end a frame', () => {
  interface Variant {
    readonly name: string;
    readonly prefix?: string;
    readonly repeat: string;
    readonly padChar?: string;
    readonly padCount?: number;
    readonly lineEnd?: string;
    readonly count: number;
    readonly chunkBytes: number;
    readonly expect: { readonly streamEnd: string; readonly maxRetainedBytes: number };
  }
  const { variants } = JSON.parse(fixtureBytes('C09-unterminated.json').toString()) as {
    variants: Variant[];
  };

  for (const variant of variants) {
    it(`${variant.name}: memory stays within bounds`, () => {
      const framer = new SseFramer();
      let retained = 0;
      let fault: SseFeed['fault'] = null;
      for (const chunk of generated(variant)) {
        fault = framer.feed(chunk).fault;
        retained = Math.max(retained, framer.retainedBytes);
        if (fault !== null) break;
      }
      expect(retained).toBeLessThanOrEqual(variant.expect.maxRetainedBytes);
      expect(fault).toBe(variant.expect.streamEnd === 'frame-limit' ? 'frame_limit' : null);
    });
  }

  /** The variant's body in chunks of its size; one unit is repeated, so a little more than one chunk of it serves all. */
  function* generated(variant: Variant): Generator<Uint8Array> {
    const { prefix = '', repeat, padChar = '', padCount = 0, lineEnd = '', count, chunkBytes } = variant;
    const unit = Buffer.from(`${repeat}${padChar.repeat(padCount)}${lineEnd}`);
    const period = Buffer.alloc(unit.length + chunkBytes, unit);
    if (prefix !== '') yield Buffer.from(prefix);
    const total = unit.length * count;
    for (let at = 0; at < total; at += chunkBytes) {
      const phase = at % unit.length;
      yield period.subarray(phase, phase + Math.min(chunkBytes, total - at));
    }
  }
});
