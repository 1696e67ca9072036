import { abandonStart } from '@aip-hermes/binding';
import { createMemoryEventLog } from '@aip-hermes/event-log/memory';
import { describe, expect, it } from 'vitest';
import { quietSurroundings } from '../fixtures/quiet-surroundings.js';
import { accepted, CLAIMED, PROJECTION, requested } from '../fixtures/start-events.js';
import { BindingStream } from './binding-stream.js';
import { StreamRegistry } from './stream-registry.js';

const OPTIONS = {
  whileDown: 'give_up',
  signal: new AbortController().signal,
  projection: PROJECTION,
} as const;

async function commitRun(stream: BindingStream): Promise<void> {
  await stream.load();
  await stream.commitNow(
    () => ({ kind: 'append', events: [requested(stream.actionId), accepted(stream.actionId), CLAIMED] }),
    OPTIONS,
  );
}

describe('the streams in use', () => {
  it('G13: one object an Action while somebody uses it, none after', () => {
    const registry = new StreamRegistry({
      log: createMemoryEventLog(),
      surroundings: quietSurroundings(),
      instanceId: 'i1',
    });
    const one = registry.acquire('act_1');
    const two = registry.acquire('act_1');
    expect(two.stream).toBe(one.stream);
    expect(registry.acquire('act_2').stream).not.toBe(one.stream);
    one.release();
    one.release();
    expect(registry.size).toBe(2);
    two.release();
    expect(registry.size).toBe(1);
    expect(registry.acquire('act_1').stream).not.toBe(one.stream);
  });

  it('B5, G13: a finished binding is kept for replays, one that goes on is not', async () => {
    const log = createMemoryEventLog();
    const deps = { log, surroundings: quietSurroundings(), instanceId: 'i1' };
    await commitRun(new BindingStream('act_open', deps));
    const done = new BindingStream('act_done', deps);
    await commitRun(done);
    await done.commit((state) => abandonStart(state, 'c', 'the test ends it'), {
      ...OPTIONS,
    });
    const registry = new StreamRegistry(deps);
    for (const id of ['act_done', 'act_open']) {
      const one = registry.acquire(id);
      const state = await one.stream.refresh();
      one.release();
      expect(registry.size).toBe(0);
      const again = registry.acquire(id);
      expect(again.stream === one.stream).toBe(id === 'act_done');
      expect((await again.stream.refresh())?.binding).toEqual(state?.binding);
      again.release();
    }
  });
});
