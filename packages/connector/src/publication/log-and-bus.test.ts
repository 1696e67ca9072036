import type { EventLog } from '@aip-hermes/event-log';
import { createMemoryEventLog } from '@aip-hermes/event-log/memory';
import type { ProjectionSink } from '@aip-hermes/message-bus';
import { createMemoryBus } from '@aip-hermes/message-bus/memory';
import { describe, expect, it } from 'vitest';
import { checkLogAndBus, joinLogAndBus, LogAndBusMismatch } from './log-and-bus.js';

/** A log with this many events. */
async function logOf(identity: string, events: number): Promise<EventLog> {
  const log = createMemoryEventLog({ identity });
  for (let n = 0; n < events; n += 1) {
    const id = `00000000-0000-4000-8000-00000000000${n}`;
    await log.append('s-1', 'any', [{ id, type: 'T', data: '{}', metadata: '{}' }]);
  }
  return log;
}

/** A bus with this checkpoint. */
async function sinkAt(text: string | null): Promise<ProjectionSink> {
  const sink = createMemoryBus({ partitions: 1 }).projectionSink('0');
  if (text !== null) await sink.publish([], text, null);
  return sink;
}

const at = (n: number): string => String(n).padStart(20, '0');

describe('a log and a bus', () => {
  it.each([
    [null, 0, null],
    [null, 3, null],
    ['log-a/', 0, null],
    ['log-a/', 3, null],
    [`log-a/${at(3)}`, 3, at(3)],
    [`log-a/${at(2)}`, 3, at(2)],
    [at(3), 3, at(3)],
  ])('DESIGN 7: %j and %i events of log-a belong together', async (text, events, position) => {
    const sink = await sinkAt(text);
    expect(await checkLogAndBus(await logOf('log-a', events), sink)).toEqual({ text, position });
    expect(await sink.position()).toBe(text);
  });

  it.each([
    ['log-a/', 0, 'log-b'],
    ['log-a/', 3, 'log-b'],
    [`log-a/${at(2)}`, 3, 'log-b'],
    [`log-a/${at(4)}`, 3, 'log-a'],
    [`log-a/${at(1)}`, 0, 'log-a'],
    [at(4), 3, 'log-a'],
    [at(1), 0, 'log-a'],
  ])('G1, G7: %j and %i events of %s do not, and neither is touched', async (text, events, identity) => {
    const log = await logOf(identity, events);
    const sink = await sinkAt(text);
    const head = await log.head();
    await expect(checkLogAndBus(log, sink)).rejects.toThrow(LogAndBusMismatch);
    await expect(joinLogAndBus(log, sink)).rejects.toThrow(/do not belong together.*Put the log back/);
    expect([await sink.position(), await log.head()]).toEqual([text, head]);
  });

  it.each([
    [null, 'log-a/'],
    [at(2), `log-a/${at(2)}`],
    [`log-a/${at(2)}`, `log-a/${at(2)}`],
  ])('G1: joined at %j, the bus names the log from then on: %s', async (text, named) => {
    const sink = await sinkAt(text);
    const log = await logOf('log-a', 3);
    await joinLogAndBus(log, sink);
    await joinLogAndBus(log, sink);
    expect(await sink.position()).toBe(named);
    await expect(joinLogAndBus(await logOf('log-b', 3), sink)).rejects.toThrow(LogAndBusMismatch);
  });

  it('a log from before logs had an identity can be checked against a bare position', async () => {
    const identity = (): Promise<string> => Promise.reject(new Error('none'));
    const log = await logOf('log-a', 3);
    const sink = await sinkAt(at(3));
    const { position } = await checkLogAndBus({ head: () => log.head(), identity }, sink);
    expect(position).toBe(at(3));
  });
});
