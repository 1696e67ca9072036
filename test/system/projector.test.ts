import { Projector } from '@aip-hermes/connector';
import {
  BusUnavailable,
  CheckpointMoved,
  type InboundRecord,
  type ProjectionSink,
} from '@aip-hermes/message-bus';
import { createMemoryBus, type MemoryBus, type MemoryBusOptions } from '@aip-hermes/message-bus/memory';
import { describe, expect, it } from 'vitest';
import { appendForeign } from '../support/foreign-writer.js';
import { expectGuarantees } from '../support/guarantees.js';
import { event, HAPPY_FRAMES } from '../support/happy-run.js';
import { DONE, runToTheEnd, streaming } from '../support/observed-run.js';
import type { World } from '../support/world.js';

/** A world whose log holds the finished runs `act_1` to `act_n`. */
async function worldWithRuns(runs: number): Promise<World> {
  const world = streaming(HAPPY_FRAMES);
  await world.boot();
  for (let nth = 1; nth <= runs; nth += 1) await world.deliver(world.action(`act_${nth}`));
  await world.settle();
  return world;
}

interface Fresh {
  readonly bus: MemoryBus;
  readonly projector: Projector;
  readonly sink: ProjectionSink;
}

/** A projector of the world's log into a bus of its own. */
function fresh(world: World, options: MemoryBusOptions & { maxMessageBytes?: number } = {}): Fresh {
  const bus = createMemoryBus({ partitions: 1, ...options });
  return { bus, ...another(world, bus, options.maxMessageBytes) };
}

function another(world: World, bus: MemoryBus, maxMessageBytes = 1_048_576): Omit<Fresh, 'bus'> {
  const sink = bus.reopen().projectionSink('0');
  const ids = { uuid: () => world.random.uuid() };
  const surroundings = { clock: world.clock, timers: world.clock, ids, log: world.logger() };
  return { sink, projector: new Projector({ log: world.log, sink, surroundings, maxMessageBytes }) };
}

/** Runs a projector for a while and stops it. */
async function runFor(world: World, projector: Projector, ms: number): Promise<void> {
  const stop = new AbortController();
  const running = projector.run(stop.signal);
  running.catch(() => undefined);
  await world.clock.advance(ms);
  stop.abort();
  await running;
}

/** The checkpoint of a place in the world's log. */
function stored(position: string | null | undefined): string {
  return `log-of-the-world/${position ?? 'nowhere'}`;
}

/** The failure a projector stops with. */
async function failureOf(world: World, projector: Projector): Promise<unknown> {
  const failed = projector.run(new AbortController().signal).then(
    () => null,
    (error: unknown) => error,
  );
  await world.clock.advance(60_000);
  return failed;
}

async function published(bus: MemoryBus): Promise<readonly InboundRecord[]> {
  const all: InboundRecord[] = [];
  const topics = ['stream_chunks', 'results'] as const;
  for await (const { records } of bus.reader.read({
    topics,
    follow: false,
    signal: new AbortController().signal,
  }))
    all.push(...records);
  return all;
}

async function messageIds(bus: MemoryBus): Promise<readonly string[]> {
  return (await published(bus)).map(({ headers }) => headers['aip-message-id'] ?? 'none');
}

describe('publication', () => {
  it('G12: another projector of the same log publishes the very same messages', async () => {
    const world = await worldWithRuns(3);
    const { bus, projector } = fresh(world);
    await runFor(world, projector, 10);
    const again = await messageIds(bus);
    expect(again).toEqual(await messageIds(world.bus));
    expect(again).toHaveLength(3 * 7);
    expect(new Set(again).size).toBe(again.length);
  });

  it('G6, G7: a bus that fails is tried again until it takes the publication, and nothing comes twice', async () => {
    const world = await worldWithRuns(2);
    let failures = 0;
    const { bus, projector } = fresh(world, {
      beforeWrite: () => {
        if ((failures += 1) < 8) throw new BusUnavailable('scripted');
      },
    });
    await runFor(world, projector, 30_000);
    expect(await messageIds(bus)).toEqual(await messageIds(world.bus));
    expect(world.lines.filter(({ message }) => message.startsWith('the bus did not take'))).toHaveLength(7);
    expect(world.clock.waiting).toBe(0);
  });

  it('G7: a publication that was stored although it failed is not published again, and the shard goes on', async () => {
    const world = await worldWithRuns(2);
    let lost = false;
    const { bus, projector, sink } = fresh(world, {
      afterWrite: () => {
        if (lost) return;
        lost = true;
        throw new BusUnavailable('the answer was lost');
      },
    });
    await runFor(world, projector, 1_000);
    expect(await messageIds(bus)).toEqual(await messageIds(world.bus));
    expect(await sink.position()).toBe(stored(projector.position));
  });

  it('G7: a stop while the bus is away leaves the publication to the next start', async () => {
    const world = await worldWithRuns(1);
    let away = true;
    const { bus, projector, sink } = fresh(world, {
      beforeWrite: () => {
        if (away) throw new BusUnavailable('scripted');
      },
    });
    await runFor(world, projector, 1_000);
    expect(await sink.position()).toBeNull();
    away = false;
    await runFor(world, another(world, bus).projector, 10);
    expect(await messageIds(bus)).toEqual(await messageIds(world.bus));
  });

  it.each(['before', 'after'] as const)(
    'G7: a kill %s the second publication of a catch-up gives each message once after the restart',
    async (when) => {
      const world = await worldWithRuns(300);
      let writes = 0;
      const hook = (at: string): void => {
        if (at === when && (writes += 1) === 2) throw new Error('killed');
      };
      const { bus, projector } = fresh(world, {
        beforeWrite: () => {
          hook('before');
        },
        afterWrite: () => {
          hook('after');
        },
      });
      expect(await failureOf(world, projector)).toEqual(new Error('killed'));
      const half = await messageIds(bus);
      expect(half.length).toBeGreaterThan(0);
      expect(half.length).toBeLessThan(300 * 7);
      await runFor(world, another(world, bus).projector, 10);
      expect(await messageIds(bus)).toEqual(await messageIds(world.bus));
    },
  );

  it('a second projector of the shard stops this one instead of publishing twice', async () => {
    const world = await worldWithRuns(1);
    const { bus, projector } = fresh(world);
    const stop = new AbortController();
    const running = projector.run(stop.signal).catch((error: unknown) => error);
    await world.clock.advance(10);
    const events = await world.events('act_1');
    await another(world, bus).sink.publish([], stored(events.at(-2)?.position), stored(projector.position));
    await world.deliver(world.action('act_2'));
    await world.settle();
    expect(await running).toBeInstanceOf(CheckpointMoved);
    expect(await messageIds(bus)).toHaveLength(7);
  });

  it.each([
    ['beyond the end of the log', 'log-of-the-world/99999999999999999999'],
    ['beyond it, from before checkpoints named a log', '99999999999999999999'],
    ['of another log', 'another-log/00000000000000000001'],
    ['of another log, at its beginning', 'another-log/'],
  ])('DESIGN 7, G7: a checkpoint %s refuses to start and says what to do', async (_, text) => {
    const world = await worldWithRuns(1);
    const { bus, projector, sink } = fresh(world);
    await sink.publish([], text, null);
    const failure = await failureOf(world, projector);
    expect(failure).toMatchObject({ code: 'connector.log_and_bus_mismatch' });
    expect(String(failure)).toMatch(/do not belong together.*restore both from the same backup/);
    expect(await messageIds(bus)).toEqual([]);
    expect(await sink.position()).toBe(text);
  });

  it.each(['', 'log-of-the-world/'])('DESIGN 7: goes on from a position stored as "%sN"', async (prefix) => {
    const world = await worldWithRuns(1);
    await world.deliver(world.action('act_2'));
    await world.settle();
    const { bus, projector, sink } = fresh(world);
    const events = await world.events('act_1');
    await sink.publish([], `${prefix}${events.at(-1)?.position ?? ''}`, null);
    await runFor(world, projector, 10);
    expect(await messageIds(bus)).toEqual((await messageIds(world.bus)).slice(7));
    expect(await sink.position()).toBe(stored((await world.events('act_2')).at(-1)?.position));
  });

  it('G11, C63: a message over the limit of the bus becomes its substitute, loudly, and the shard goes on', async () => {
    const big = { ...DONE, output: 'x'.repeat(50_000) };
    const world = streaming([
      event('message.delta', { delta: 'd'.repeat(30_000) }),
      event('run.completed', big),
    ]);
    await runToTheEnd(world);
    await world.deliver(world.action('act_2'));
    await world.settle();
    const { bus, projector } = fresh(world, { maxMessageBytes: 20_000 });
    await runFor(world, projector, 10);
    expect(await messageIds(bus)).toEqual(await messageIds(world.bus));
    const substitutes = world.lines.filter(({ message }) => message.includes('its substitute is'));
    expect(substitutes.length).toBeGreaterThanOrEqual(4);
    expect(substitutes[0]).toMatchObject({ level: 'error', fields: { reason: 'output_too_large' } });
    const texts = (await published(bus)).map(({ value }) => new TextDecoder().decode(value ?? undefined));
    expect(texts.map((text) => /"code":"([^"]+)"/.exec(text)?.[1])).toContain(
      'connector.hermes_agent.output_too_large',
    );
  });

  it('DESIGN 7: an event that cannot be mapped becomes a substitute and the shard goes on', async () => {
    const world = streaming([{ waitMs: 1_000 }, event('run.completed', DONE)]);
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.clock.advance(500);
    await appendForeign(world, 'act_1', { type: 'ProviderEventObserved', data: { sequence: 0, event: 7 } });
    await world.deliver(world.action('act_2'));
    await world.settle();
    expect(world.failures).toEqual([]);
    expect(world.lines.some(({ message }) => message.includes('its substitute is'))).toBe(true);
    expect((await world.chunks('act_2')).at(-1)?.['kind']).toBe('done');
  });

  it('DESIGN 3: an event of a newer release stops the shard there, loudly; what came before is published', async () => {
    const world = await worldWithRuns(2);
    const before = await messageIds(world.bus);
    const [row] = await world.events('act_1');
    const newer = { ...(JSON.parse(row?.metadata ?? '{}') as object), schema_version: 99 };
    await world.log.append('aip.connector.hermes_agent.operator_runs.v1-act_9', 'no_stream', [
      { id: world.random.uuid(), type: 'RunCompleted', data: '{}', metadata: JSON.stringify(newer) },
    ]);
    const { bus, projector, sink } = fresh(world);
    expect(await failureOf(world, projector)).toMatchObject({ code: 'connector.newer_event' });
    expect(await messageIds(bus)).toEqual(before);
    const events = await world.events('act_2');
    expect(await sink.position()).toBe(stored(events.at(-1)?.position));
  });

  it('G13: a long catch-up is published in pieces', async () => {
    const world = streaming([{ text: bigDeltas(40) }, event('run.completed', DONE)]);
    await runToTheEnd(world);
    const pieces: number[] = [];
    const { bus, projector } = fresh(world, {
      beforeWrite: ({ records }) => void pieces.push(records.length),
    });
    await runFor(world, projector, 10);
    expect(await messageIds(bus)).toEqual(await messageIds(world.bus));
    expect(pieces.length).toBeGreaterThan(1);
  });

  it('G7: the published chunks and results of many runs side by side are each whole', async () => {
    const world = await worldWithRuns(40);
    await expectGuarantees(world);
  });
});

/** One network read of deltas of 190 KB each. */
function bigDeltas(count: number): string {
  const frame = `data: ${JSON.stringify({ event: 'message.delta', delta: 'x'.repeat(190_000) })}\n\n`;
  return frame.repeat(count);
}
