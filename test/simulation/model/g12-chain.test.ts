import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ChainWatch } from './g12-chain.js';

function link(before: string, id: string): { id: string; type: string; data: string; chain: string } {
  const chain = createHash('sha256').update(`${before}\n${id}\nRunBound\n{}`).digest('hex');
  return { id, type: 'RunBound', data: '{}', chain };
}

describe('the chain of a binding', () => {
  const one = link('0'.repeat(64), 'one');
  const two = link(one.chain, 'two');

  it('G12: holds when each event follows the one before it, stream by stream', () => {
    const watch = new ChainWatch();
    expect(watch.see({ ...one, stream: 'a' })).toBeNull();
    expect(watch.see({ ...one, stream: 'b' })).toBeNull();
    expect(watch.see({ ...two, stream: 'a' })).toBeNull();
  });

  it.each([
    ['an event that is left out', [two]],
    ['an event that comes twice', [one, one]],
    ['other data', [{ ...one, data: '{"run_id":"x"}' }]],
    ['no chain', [{ ...one, chain: undefined }]],
  ])('G12: is broken by %s', (_, links) => {
    const watch = new ChainWatch();
    const last = links.map((it) => watch.see({ ...it, stream: 'a' })).at(-1);
    expect(last?.guarantee).toBe('G12');
  });
});
