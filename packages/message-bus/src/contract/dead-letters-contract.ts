import { describe, expect, it } from 'vitest';
import type { InboundRecord } from '../port.js';
import type { MakeBus } from './bus-fixture.js';
import { busUnderTest } from './bus-under-test.js';
import { ODD_RECORDS } from './odd-records.js';
import { readAll } from './read-all.js';

const reason = { code: 'not_json', message: 'The value is not JSON.' };

function received(changes: Partial<InboundRecord> = {}): InboundRecord {
  return {
    topic: 'commands',
    partition: 2,
    offset: 7,
    key: 'act_1',
    value: Buffer.from('{'),
    headers: {},
    timestampMs: 1_700_000_000_123,
    ...changes,
  };
}

/** What every DeadLetters does (G11, DESIGN 4). */
export function deadLettersContract(adapter: string, make: MakeBus): void {
  describe(`DeadLetters, ${adapter}`, () => {
    const under = busUnderTest(make);

    it.each(ODD_RECORDS)('G11: $what is kept unchanged', async ({ key, value, headers }) => {
      const bus = await under.open();
      await bus.deadLetters.put(received({ key, value, headers }), reason);
      const [letter] = await readAll(bus, 'dead_letters');
      expect(letter?.key).toBe(key);
      expect(Buffer.from(letter?.value ?? 'missing')).toEqual(Buffer.from(value));
      const original = Object.entries(letter?.headers ?? {})
        .filter(([name]) => name.startsWith('original-'))
        .map(([name, text]) => [name.slice('original-'.length), text]);
      expect(original.sort()).toEqual(Object.entries(headers).sort());
    });

    it('G11: a record without a value is kept as one, not as an empty value', async () => {
      const bus = await under.open();
      await bus.deadLetters.put(received({ key: null, value: null }), reason);
      expect(await readAll(bus, 'dead_letters')).toMatchObject([{ key: null, value: null }]);
    });

    it('G11: the letter says why, and where the record stood', async () => {
      const bus = await under.open();
      await bus.deadLetters.put(received(), reason);
      const [letter] = await readAll(bus, 'dead_letters');
      expect(letter?.headers).toEqual({
        'aip-dead-letter-reason': 'not_json',
        'aip-dead-letter-message': 'The value is not JSON.',
        'aip-dead-letter-topic': 'commands',
        'aip-dead-letter-partition': '2',
        'aip-dead-letter-offset': '7',
        'aip-dead-letter-timestamp': '1700000000123',
      });
    });

    it('G11: headers of the record cannot pose as the reason', async () => {
      const bus = await under.open();
      await bus.deadLetters.put(received({ headers: { 'aip-dead-letter-reason': 'forged' } }), reason);
      const [letter] = await readAll(bus, 'dead_letters');
      expect(letter?.headers).toMatchObject({
        'aip-dead-letter-reason': 'not_json',
        'original-aip-dead-letter-reason': 'forged',
      });
    });

    it('G11: a redelivered record gives no second letter, at once or after a restart', async () => {
      const bus = await under.open();
      const put = (): Promise<void> => bus.deadLetters.put(received(), reason);
      await Promise.all([put(), put()]);
      await put();
      await bus.close();
      const later = await under.open();
      await later.deadLetters.put(received(), { code: 'too_large', message: 'Another reason.' });
      expect(await readAll(later, 'dead_letters')).toHaveLength(1);
    });

    it('G11: the same offset of another partition is another letter', async () => {
      const bus = await under.open();
      await bus.deadLetters.put(received(), reason);
      await bus.deadLetters.put(received({ partition: 3 }), reason);
      await bus.deadLetters.put(received({ offset: 8 }), reason);
      expect(await readAll(bus, 'dead_letters')).toHaveLength(3);
    });
  });
}
