import { describe, expect, it } from 'vitest';
import { recordedEvent, type EventRow } from './recorded-event.js';
import { rowChecksum } from './row-checksum.js';

const STORED = {
  position: 7,
  stream: 'a-1',
  revision: 2,
  recordedMs: 5,
  type: 'T',
  id: 'id',
  data: '{}',
  metadata: '{}',
};
const SOUND: EventRow = { ...STORED, checksum: rowChecksum(STORED) };

describe('DESIGN 3: a row as the port gives it', () => {
  it('sound', () => {
    expect(recordedEvent(SOUND, 0)).toEqual({
      stream: 'a-1',
      revision: 2,
      position: '00000000000000000007',
      id: 'id',
      type: 'T',
      data: '{}',
      metadata: '{}',
    });
  });

  it.each(['stream', 'type', 'id', 'data', 'metadata', 'revision', 'recordedMs', 'checksum'])(
    'a %s that came back as something else is damage, whatever it is',
    (column) => {
      for (const value of [null, 8, 1.5, Number.NaN, 2 ** 70, 'other', Buffer.from('x')]) {
        const event = recordedEvent({ ...SOUND, [column]: value }, 0);
        expect(event.damage).toMatch(/ at position 7 is damaged: /);
        expect(
          [event.stream, event.id, event.type, event.data, event.metadata].map((it) => typeof it),
        ).toEqual(Array(5).fill('string'));
        expect(Number.isSafeInteger(event.revision)).toBe(true);
      }
    },
  );
});
