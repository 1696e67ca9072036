import { isTerminal } from '@aip-hermes/binding';
import { describe, expect, it } from 'vitest';
import { STATE_WORDS, stateFilter } from './state-filter.js';

describe('--state', () => {
  it('B4: takes states, several with commas, and shorthands', () => {
    expect([...stateFilter('failed', undefined)]).toEqual(['failed']);
    expect([...stateFilter('failed, running', undefined)]).toEqual(['failed', 'running']);
    expect([...stateFilter('waiting', undefined)]).toEqual(['waiting_for_approval']);
    expect([...stateFilter('failed', new Set(['running']))]).toEqual(['running', 'failed']);
  });

  it('B4: open and ended are every state, split by whether it is terminal', () => {
    const open = [...stateFilter('open', undefined)];
    const ended = [...stateFilter('ended', undefined)];
    expect(open.filter(isTerminal)).toEqual([]);
    expect(ended.filter((state) => !isTerminal(state))).toEqual([]);
    expect(open.length + ended.length).toBe(8);
  });

  it.each(['', 'nope', 'failed,', 'Failed', 'failed;running'])(
    '%j is refused with what is accepted',
    (text) => {
      expect(() => stateFilter(text, undefined)).toThrow(`Accepted are ${STATE_WORDS.join(', ')}`);
    },
  );
});
