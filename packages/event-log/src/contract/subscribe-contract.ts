import { describe, expect, it } from 'vitest';
import type { EventLog, Position, SubscriptionBatch } from '../port.js';
import { collect, untilCaughtUp, untilCount } from './collect.js';
import { anEvent, aStream, aType, someEvents } from './given-events.js';
import type { LogFactory } from './log-under-test.js';
import { withLog } from './with-log.js';

/** Subscriptions by type, with positions that are safe to store. */
export function subscribeContract(make: LogFactory): void {
  describe('subscribe', () => {
    it(
      'yields past events of its types only, of all streams, in global order',
      withLog(make, async ({ log }) => {
        const [wanted, alsoWanted, other] = [aType(), aType(), aType()];
        const streams = [aStream(), aStream()];
        for (let n = 0; n < 30; n += 1) {
          const type = [wanted, other, alsoWanted][n % 3] ?? other;
          await log.append(streams[n % 2] ?? '', 'any', [anEvent({ type, data: `${n}` })]);
        }
        const { events } = await collect(log, { types: [wanted, alsoWanted], from: null }, untilCaughtUp);
        expect(events.map((event) => Number(event.data))).toEqual(
          Array.from({ length: 30 }, (_, n) => n).filter((n) => n % 3 !== 1),
        );
        const positions = events.map((event) => event.position);
        expect(positions).toEqual([...positions].sort());
        expect(events[0]).toEqual((await log.read(streams[0] ?? ''))[0]);
      }),
    );

    it(
      'starts after the position it is given',
      withLog(make, async ({ log }) => {
        const [stream, type] = [aStream(), aType()];
        await log.append(stream, 'no_stream', someEvents(5, { type }));
        const all = await log.read(stream);
        const { events } = await collect(
          log,
          { types: [type], from: all[2]?.position ?? null },
          untilCaughtUp,
        );
        expect(events).toEqual(all.slice(3));
      }),
    );

    it(
      'says that it has caught up even when nothing fits, and its position is then that of the head',
      withLog(make, async ({ log }) => {
        await log.append(aStream(), 'no_stream', someEvents(3));
        const head = await log.head();
        const { events, batches } = await collect(log, { types: [aType()], from: null }, untilCaughtUp);
        expect(events).toEqual([]);
        expect(batches.at(-1)).toMatchObject({ caughtUp: true, position: head });
        const again = await collect(log, { types: [aType()], from: head }, untilCaughtUp);
        expect(again.batches.at(-1)).toEqual({ events: [], position: head, caughtUp: true });
      }),
    );

    it(
      'goes on with live events, of other writers too, each once',
      withLog(make, async ({ log, secondWriter = log }) => {
        const [stream, type] = [aStream(), aType()];
        await log.append(stream, 'no_stream', someEvents(2, { type }));
        let round = 0;
        const { events } = await collect(log, { types: [type], from: null }, async (collected) => {
          if (collected.events.length >= 12) return true;
          if (collected.events.length !== 2 + round * 2) return false;
          round += 1;
          const writer = round % 2 === 0 ? log : secondWriter;
          await writer.append(stream, 'any', someEvents(2, { type }));
          return false;
        });
        expect(events).toEqual(await log.read(stream));
      }),
    );

    it(
      'wakes for an event that is appended while it waits',
      withLog(make, async ({ log }) => {
        const [stream, type] = [aStream(), aType()];
        const abort = new AbortController();
        const waiting = start(log, [type], abort.signal);
        while (!(await nextBatch(waiting)).caughtUp);
        const next = eventsOf(waiting);
        await log.append(stream, 'no_stream', someEvents(1, { type }));
        expect(await next).toEqual(await log.read(stream));
        abort.abort();
      }),
    );

    it(
      'every position is safe: going on from any of them misses nothing and repeats nothing',
      withLog(make, async ({ log }) => {
        const [type, other] = [aType(), aType()];
        for (let n = 0; n < 25; n += 1) {
          const events = someEvents(100, { type: n % 4 === 0 ? other : type });
          await log.append(aStream(), 'no_stream', events);
        }
        const whole = await collect(log, { types: [type], from: null }, untilCount(1_800));
        const ids = whole.events.map((event) => event.id);
        let seen = 0;
        for (const batch of whole.batches) {
          seen += batch.events.length;
          const rest = await restFrom(log, type, batch.position, ids.length - seen);
          expect([...ids.slice(0, seen), ...rest]).toEqual(ids);
        }
        expect(ids).toHaveLength(1_800);
      }),
    );

    it(
      'positions stay good when the log is opened again',
      withLog(make, async ({ log, reopen }) => {
        const [stream, type] = [aStream(), aType()];
        await log.append(stream, 'no_stream', someEvents(3, { type }));
        const { batches } = await collect(log, { types: [type], from: null }, untilCount(3));
        const opened = (await reopen?.()) ?? log;
        await opened.append(stream, 2, someEvents(2, { type }));
        const from = batches.at(-1)?.position ?? null;
        const { events } = await collect(opened, { types: [type], from }, untilCount(2));
        expect(events.map((event) => event.revision)).toEqual([3, 4]);
        expect(await opened.read(stream)).toHaveLength(5);
      }),
    );

    it(
      'ends quietly when it is aborted: before it starts, between batches, and while it waits',
      withLog(make, async ({ log }) => {
        const types = [aType()];
        const aborted = start(log, types, AbortSignal.abort());
        expect(await aborted.next()).toEqual({ done: true, value: undefined });

        const abort = new AbortController();
        const waiting = start(log, types, abort.signal);
        while (!(await nextBatch(waiting)).caughtUp);
        const next = waiting.next();
        abort.abort();
        expect(await next).toEqual({ done: true, value: undefined });
        expect(await waiting.next()).toEqual({ done: true, value: undefined });
      }),
    );

    it(
      'several subscriptions live side by side',
      withLog(make, async ({ log }) => {
        const [first, second] = [aType(), aType()];
        const results = Promise.all([
          collect(log, { types: [first], from: null }, untilCount(20)),
          collect(log, { types: [second], from: null }, untilCount(20)),
          collect(log, { types: [first, second], from: null }, untilCount(40)),
        ]);
        for (let n = 0; n < 10; n += 1) {
          await Promise.all(
            [first, second].map((type) => log.append(aStream(), 'any', someEvents(2, { type }))),
          );
        }
        expect((await results).map(({ events }) => events.length)).toEqual([20, 20, 40]);
      }),
    );
  });
}

function start(
  log: EventLog,
  types: readonly string[],
  signal: AbortSignal,
): AsyncIterator<SubscriptionBatch> {
  return log.subscribe({ types, from: null, signal })[Symbol.asyncIterator]();
}

async function nextBatch(batches: AsyncIterator<SubscriptionBatch>): Promise<SubscriptionBatch> {
  const next = await batches.next();
  if (next.done === true) throw new Error('The subscription ended.');
  return next.value;
}

async function eventsOf(batches: AsyncIterator<SubscriptionBatch>): Promise<SubscriptionBatch['events']> {
  for (;;) {
    const batch = await nextBatch(batches);
    if (batch.events.length > 0) return batch.events;
  }
}

async function restFrom(
  log: EventLog,
  type: string,
  from: Position | null,
  count: number,
): Promise<string[]> {
  const { events } = await collect(log, { types: [type], from }, ({ events: rest }, batch) => {
    return batch.caughtUp || rest.length > count;
  });
  return events.map((event) => event.id);
}
