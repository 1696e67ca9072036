import { sha256Hex, type Json, type JsonObject } from '@aip-hermes/aip';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capProvider } from './truncation.js';

function bytes(value: Json): number {
  return Buffer.byteLength(JSON.stringify(value));
}

describe('capProvider', () => {
  it('R6: what fits is the same object', () => {
    const value = { event: 'message.delta', delta: 'x'.repeat(20) };
    expect(capProvider(value, 1024).value).toBe(value);
    expect(capProvider(value, bytes(value)).value).toBe(value);
    expect(capProvider(value, bytes(value)).truncated).toEqual([]);
  });

  it('C111: an output of 300000 characters keeps its first part, size and digest', () => {
    const output = 'x'.repeat(300_000);
    const value = { event: 'run.completed', output, usage: { input_tokens: 11 } };
    const capped = capProvider(value, 262_144);
    expect(bytes(capped.value)).toBe(262_144);
    expect(output.startsWith(capped.value['output'] as string)).toBe(true);
    expect(capped.value['usage']).toEqual({ input_tokens: 11 });
    expect(capped.truncated).toEqual([{ path: '/output', bytes: 300_000, sha256: sha256Hex(output) }]);
  });

  it('R6: the longest texts are cut and as few as possible', () => {
    const value = { a: 'a'.repeat(5000), b: { 'c/~': ['b'.repeat(400), 'c'.repeat(4000)] } };
    const one = capProvider(value, 9000);
    expect(one.truncated.map(({ path }) => path)).toEqual(['/a']);
    const two = capProvider(value, 2000);
    expect(two.truncated.map(({ path }) => path)).toEqual(['/a', '/b/c~1~0/1']);
    expect(two.value['b']).toMatchObject({ 'c/~': ['b'.repeat(400), expect.stringMatching(/^c+$/)] });
    expect(bytes(two.value)).toBeLessThanOrEqual(2000);
  });

  it('R6: a surrogate pair is never cut', () => {
    for (let limit = 64; limit < 80; limit += 1) {
      const { value } = capProvider({ text: '😀'.repeat(100) }, limit);
      expect(value['text']).toMatch(/^(?:😀)+$/u);
      expect(bytes(value)).toBeLessThanOrEqual(limit);
    }
  });

  it('R6: escapes count as they are written', () => {
    const { value } = capProvider({ text: '\u0001"\n'.repeat(1000), lone: '\ud800'.repeat(100) }, 900);
    expect(bytes(value)).toBeLessThanOrEqual(900);
    expect(bytes(value)).toBeGreaterThan(880);
  });

  it('R6: the digest is over the UTF-8 bytes of the whole text', () => {
    const text = 'ü'.repeat(1000);
    const { truncated } = capProvider({ text }, 100);
    expect(truncated).toEqual([{ path: '/text', bytes: 2000, sha256: sha256Hex(text) }]);
  });

  it('R6: when texts do not suffice the event and small members stay, the whole is named', () => {
    const value = {
      run_id: 'run_1',
      list: Array.from({ length: 5000 }, (_, index) => index),
      usage: { total_tokens: 3 },
      output: 'o'.repeat(5000),
      event: 'run.completed',
    };
    const capped = capProvider(value, 2048);
    expect(Object.keys(capped.value)).toEqual(['event', 'run_id', 'usage', 'output']);
    expect(capped.value['output']).toBe('o'.repeat(1024));
    expect(capped.truncated).toEqual([
      { path: '', bytes: bytes(value), sha256: sha256Hex(JSON.stringify(value)) },
    ]);
  });

  it('G13: the list of cuts is bounded, whatever the number of texts and the length of names', () => {
    const many = capProvider({ list: Array.from({ length: 2000 }, () => 'x'.repeat(100)) }, 100_000);
    expect(many.truncated.map(({ path }) => path)).toEqual(['']);
    const named = capProvider({ ['n'.repeat(40_000)]: 'x'.repeat(5000) }, 44_000);
    expect(named.truncated.map(({ path }) => path)).toEqual(['']);
    expect(bytes(named.value)).toBeLessThanOrEqual(44_000);
  });

  it('C90: a member named __proto__ stays data', () => {
    const value = JSON.parse(`{"__proto__":{"a":"${'x'.repeat(500)}"}}`) as JsonObject;
    const capped = capProvider(value, 100);
    expect(capped.truncated[0]?.path).toBe('/__proto__/a');
    expect(Object.hasOwn(capped.value, '__proto__')).toBe(true);
  });

  it('R6: every value ends within the limit, and each cut text is a first part', () => {
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ maxLength: 3000 }));
    const { json } = fc.letrec<{ json: Json }>((tie) => ({
      json: fc.oneof(
        { depthSize: 'small' },
        text,
        fc.integer(),
        fc.array(tie('json')),
        fc.dictionary(fc.string(), tie('json')),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(fc.string(), json), fc.integer({ min: 64, max: 3000 }), (value, limit) => {
        const capped = capProvider(value, limit);
        expect(bytes(capped.value)).toBeLessThanOrEqual(limit);
        for (const { path } of capped.truncated) {
          if (path === '') continue;
          const [before, after] = [at(value, path), at(capped.value, path)];
          expect(typeof before === 'string' && typeof after === 'string' && before.startsWith(after)).toBe(
            true,
          );
        }
        if (bytes(value) <= limit) expect(capped.value).toBe(value);
        else expect(capped.truncated.length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });
});

function at(value: Json, path: string): Json | undefined {
  return path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<Json | undefined>((node, part) => (node as Record<string, Json> | undefined)?.[part], value);
}
