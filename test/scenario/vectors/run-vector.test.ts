import { describe, expect, it } from 'vitest';
import type { Vector } from '../file/scenario.js';
import { vectorProblems } from './run-vector.js';

const BODY = Buffer.from(': note\nid: 7\ndata: ä\n\ndata: b\n\ndata: tail');
const VECTOR: Vector = {
  events: [
    { type: 'message', lastEventId: '7', data: 'ä' },
    { type: 'message', lastEventId: '7', data: 'b' },
  ],
  comments: 1,
  cuts: [20, 21],
  undispatchedTail: true,
  bytes: BODY.length,
};
const [first, second] = VECTOR.events;

describe('vectors of event streams', () => {
  it('C01, C06, C17: what the parser dispatches, comments and the undispatched tail', () => {
    expect(vectorProblems(BODY, VECTOR)).toEqual([]);
  });

  it.each<[string, Partial<Vector>, string]>([
    ['an event too few', { events: [first!] }, 'events[1]'],
    ['an event too many', { events: [first!, second!, second!] }, 'events[2]'],
    ['other data', { events: [{ ...first!, data: 'a' }, second!] }, 'events[0]'],
    ['another id', { events: [{ ...first!, lastEventId: '' }, second!] }, 'events[0]'],
    ['another type', { events: [{ ...first!, type: 'x' }, second!] }, 'events[0]'],
    ['comments', { comments: 2 }, '1 comment lines instead of 2'],
    ['bytes', { bytes: 1 }, 'bytes, not 1'],
    ['digest', { sha256: '00' }, 'SHA-256'],
    ['no tail', { undispatchedTail: false }, 'does not end with a blank line'],
    ['a cut behind the end', { cuts: [4000] }, 'behind the end'],
  ])('fails on %s', (_, change, problem) => {
    expect(vectorProblems(BODY, { ...VECTOR, ...change }).join('\n')).toContain(problem);
  });
});
