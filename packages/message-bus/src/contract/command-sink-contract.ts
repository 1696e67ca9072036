import { describe, expect, it } from 'vitest';
import { BusUnavailable } from '../errors.js';
import type { MakeBus } from './bus-fixture.js';
import { busUnderTest } from './bus-under-test.js';
import { ODD_RECORDS } from './odd-records.js';
import { offsetsByPartition, readAll, textOf } from './read-all.js';

/** What every CommandSink does (DESIGN 4). */
export function commandSinkContract(adapter: string, make: MakeBus): void {
  describe(`CommandSink, ${adapter}`, () => {
    const under = busUnderTest(make);

    it('DESIGN 4: a sent command is there when send resolves, for another process too', async () => {
      const bus = await under.open();
      const other = await under.open();
      const place = await bus.commandSink.send({
        key: 'act_1',
        value: Buffer.from('x'),
        headers: { a: 'b' },
      });
      expect(await readAll(other, 'commands')).toMatchObject([
        { ...place, topic: 'commands', key: 'act_1', headers: { a: 'b' } },
      ]);
    });

    it.each(ODD_RECORDS)('DESIGN 4: $what passes unchanged', async ({ key, value, headers }) => {
      const bus = await under.open();
      await bus.commandSink.send({ key, value, headers });
      const [record] = await readAll(bus, 'commands');
      expect(record?.key).toBe(key);
      expect(Buffer.from(record?.value ?? 'missing')).toEqual(Buffer.from(value));
      expect(Object.entries(record?.headers ?? {}).sort()).toEqual(Object.entries(headers).sort());
    });

    it('DESIGN 4: offsets count from 0 without a gap in each partition', async () => {
      const bus = await under.open();
      const keys = Array.from({ length: 40 }, (_, index) => `act_${index}`);
      const places = await Promise.all(
        keys.map((key) => bus.commandSink.send({ key, value: Buffer.from(key), headers: {} })),
      );
      const partitions = offsetsByPartition(places);
      expect(partitions.size).toBe(bus.partitions);
      for (const offsets of partitions.values()) {
        expect([...offsets].sort((a, b) => a - b)).toEqual(offsets.map((_, index) => index));
      }
    });

    it('DESIGN 4: commands of one key share a partition and keep their order, sent together or not', async () => {
      const bus = await under.open();
      const sent = Array.from({ length: 60 }, (_, index) => ({
        key: `act_${index % 5}`,
        text: String(index),
      }));
      await Promise.all(
        sent.map(({ key, text }) => bus.commandSink.send({ key, value: Buffer.from(text), headers: {} })),
      );
      const records = await readAll(bus, 'commands');
      for (const key of new Set(sent.map((one) => one.key))) {
        const ofKey = records.filter((record) => record.key === key);
        expect(new Set(ofKey.map(({ partition }) => partition)).size).toBe(1);
        expect(ofKey.sort((a, b) => a.offset - b.offset).map(textOf)).toEqual(
          sent.filter((one) => one.key === key).map((one) => one.text),
        );
      }
    });

    it('DESIGN 4: bytes changed by the caller after send do not change the record', async () => {
      const bus = await under.open();
      const value = Buffer.from('before');
      await bus.commandSink.send({ key: 'act_1', value, headers: {} });
      value.write('after!');
      expect((await readAll(bus, 'commands')).map(textOf)).toEqual(['before']);
    });

    it('DESIGN 4: a closed bus refuses with BusUnavailable', async () => {
      const bus = await under.open();
      await bus.close();
      await bus.close();
      const sending = bus.commandSink.send({ key: null, value: Buffer.from('x'), headers: {} });
      await expect(sending).rejects.toBeInstanceOf(BusUnavailable);
    });
  });
}
