import { createMemoryEventLog } from '@aip-hermes/event-log/memory';
import { describe, expect, it } from 'vitest';
import { quietSurroundings } from '../fixtures/quiet-surroundings.js';
import { StreamRegistry } from './stream-registry.js';

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
});
