import { describe, expect, it } from 'vitest';
import { CheckpointMoved } from '../errors.js';
import type { MakeBus } from './bus-fixture.js';
import { busUnderTest } from './bus-under-test.js';
import { published } from './published.js';
import { readAll, textOf } from './read-all.js';

/** What every ProjectionSink and ErrorReplies do (DESIGN 7, G7). */
export function projectionSinkContract(adapter: string, make: MakeBus): void {
  describe(`ProjectionSink, ${adapter}`, () => {
    const under = busUnderTest(make);

    it('DESIGN 7: a new shard has no position', async () => {
      const bus = await under.open();
      expect(await bus.projectionSink('0').position()).toBeNull();
    });

    it('DESIGN 7: records and position are stored together and outlive a restart', async () => {
      const bus = await under.open();
      const sink = bus.projectionSink('0');
      await sink.publish(published(['a', 'b']), 'p1', null);
      await sink.publish([...published(['c']), ...published(['r'], { topic: 'results' })], 'p2', 'p1');
      await bus.close();
      const later = await under.open();
      expect(await later.projectionSink('0').position()).toBe('p2');
      expect((await readAll(later, 'stream_chunks')).map(textOf)).toEqual(['a', 'b', 'c']);
      expect((await readAll(later, 'results')).map(textOf)).toEqual(['r']);
    });

    it('G7: a publication on an old position stores nothing', async () => {
      const bus = await under.open();
      const sink = bus.projectionSink('0');
      await sink.publish(published(['a']), 'p1', null);
      for (const old of [null, 'p0', 'p2']) {
        await expect(sink.publish(published(['again']), 'p2', old)).rejects.toBeInstanceOf(CheckpointMoved);
      }
      expect(await sink.position()).toBe('p1');
      expect((await readAll(bus, 'stream_chunks')).map(textOf)).toEqual(['a']);
      await sink.publish(published(['b']), 'p2', 'p1');
      expect((await readAll(bus, 'stream_chunks')).map(textOf)).toEqual(['a', 'b']);
    });

    it('G7: of two projectors on one position exactly one publishes', async () => {
      const one = await under.open();
      const two = await under.open();
      const ends = await Promise.allSettled([
        one.projectionSink('0').publish(published(['x']), 'p1', null),
        two.projectionSink('0').publish(published(['x']), 'p1', null),
      ]);
      expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(ends.find((end) => end.status === 'rejected')?.reason).toBeInstanceOf(CheckpointMoved);
      expect(await readAll(one, 'stream_chunks')).toHaveLength(1);
    });

    it('DESIGN 7: nothing to publish still moves the position', async () => {
      const bus = await under.open();
      await bus.projectionSink('0').publish([], 'p1', null);
      expect(await bus.projectionSink('0').position()).toBe('p1');
      expect(await readAll(bus, 'stream_chunks')).toEqual([]);
    });

    it('DESIGN 7: shards have positions of their own', async () => {
      const bus = await under.open();
      await bus.projectionSink('0').publish(published(['a']), 'p1', null);
      expect(await bus.projectionSink('1').position()).toBeNull();
      await bus.projectionSink('1').publish(published(['b'], { key: 'act_2' }), 'q1', null);
      expect(await bus.projectionSink('0').position()).toBe('p1');
    });

    it('G7: records of one key keep their order, key, headers and text', async () => {
      const bus = await under.open();
      const sink = bus.projectionSink('0');
      const texts = Array.from({ length: 60 }, (_, index) => `${index} ✓ 🔑`);
      const records = texts.flatMap((text, index) => published([text], { key: `act_${index % 7}` }));
      await sink.publish(records.slice(0, 40), 'p1', null);
      await sink.publish(records.slice(40), 'p2', 'p1');
      for (let index = 0; index < 7; index += 1) {
        const ofKey = await readAll(bus, 'stream_chunks', `act_${index}`);
        expect(ofKey.map(textOf)).toEqual(texts.filter((_, place) => place % 7 === index));
        expect(new Set(ofKey.map(({ partition }) => partition)).size).toBe(1);
        expect(ofKey[0]?.headers).toEqual({ 'aip-message-type': 'test' });
      }
    });

    it('DESIGN 7: chunks and results of a key have the same partition number', async () => {
      const bus = await under.open();
      await bus
        .projectionSink('0')
        .publish([...published(['a']), ...published(['r'], { topic: 'results' })], 'p1', null);
      const [chunk] = await readAll(bus, 'stream_chunks');
      const [result] = await readAll(bus, 'results');
      expect(chunk?.partition).toBe(result?.partition);
    });

    it('DESIGN 1: an error reply is published without moving a position', async () => {
      const bus = await under.open();
      const [reply] = published(['e'], { topic: 'results' });
      await bus.errorReplies.reply(reply!);
      expect((await readAll(bus, 'results')).map(textOf)).toEqual(['e']);
      expect(await bus.projectionSink('0').position()).toBeNull();
    });
  });
}
