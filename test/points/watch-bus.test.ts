import type { CommandBatch, CommandSource } from '@aip-hermes/message-bus';
import { createMemoryBus } from '@aip-hermes/message-bus/memory';
import { describe, expect, it } from 'vitest';
import type { Reached } from './reached.js';
import { watchSink, watchSource } from './watch-bus.js';

/** Notes points in `seen` and holds at one of them until it is released. */
function watcher(holdAt: string | null): { reached: Reached; seen: string[]; release: () => void } {
  const seen: string[] = [];
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    seen,
    release: () => release(),
    reached: (point, about) => {
      seen.push(`${point} ${String(about.action)}`);
      return point === holdAt ? held : Promise.resolve();
    },
  };
}

describe('points at the bus', () => {
  it('G6: a decision counts for nothing while it stands at before-offset-commit', async () => {
    const decided: number[] = [];
    const value = new TextEncoder().encode(JSON.stringify({ body: { action: { id: 'act_1' } } }));
    const record = {
      topic: 'commands',
      partition: 0,
      offset: 7,
      key: null,
      value,
      headers: {},
      timestampMs: 0,
    } as const;
    const { signal } = new AbortController();
    const batch: CommandBatch = {
      partition: 0,
      records: [record],
      decided: (offset) => void decided.push(offset),
      signal,
    };
    const source: CommandSource = { run: (handle) => handle(batch), close: () => Promise.resolve() };
    const { reached, seen, release } = watcher('before-offset-commit');
    const running = watchSource(source, reached, 'i1').run((watched) => {
      watched.decided(7);
      return Promise.resolve();
    }, signal);
    await new Promise((resolve) => setImmediate(resolve));
    expect({ seen, decided: [...decided] }).toEqual({ seen: ['before-offset-commit act_1'], decided: [] });
    release();
    await running;
    expect(decided).toEqual([7]);
  });

  it('DESIGN 7: nothing can be read at after-produce-before-commit, the result at after-publish', async () => {
    const bus = createMemoryBus({ partitions: 1 });
    const { reached, seen, release } = watcher('after-produce-before-commit');
    const sink = watchSink(bus.projectionSink('0'), reached, 'p1');
    const result = (id: string): string => JSON.stringify({ body: { action_result: { action_id: id } } });
    const record = (id: string) =>
      ({ topic: 'results', key: 'act_1', headers: {}, value: result(id) }) as const;
    const publishing = sink.publish([record('act_1_r1'), record('act_1')], 'p', null);
    expect(await bus.projectionSink('0').position()).toBeNull();
    release();
    await publishing;
    expect(seen).toEqual(['after-produce-before-commit act_1', 'after-publish act_1']);
  });
});
