import { operatorError, rejectionStream, type CommandRefused } from '@aip-hermes/binding';
import type { EventLog } from '@aip-hermes/event-log';
import { createMemoryEventLog } from '@aip-hermes/event-log/memory';
import { describe, expect, it } from 'vitest';
import { quietSurroundings } from '../fixtures/quiet-surroundings.js';
import { StreamContention } from '../streams/stream-contention.js';
import { BesideStreams } from './beside-streams.js';

const DIGEST = 'd1';
const SIGNAL = new AbortController().signal;

function besideOf(log: EventLog): BesideStreams {
  return new BesideStreams({ log, surroundings: quietSurroundings(), instanceId: 'i1', agent: 'agent:c' });
}

function refused(messageId: string): CommandRefused {
  return {
    action_id: 'act_1',
    command_sha256: DIGEST,
    source: null,
    invocation: {
      message_id: messageId,
      action_id: 'act_1',
      role: 'source',
      mode: 'sync',
      correlation_id: null,
      session_id: null,
      reply_to: { id: 'agent:planner', kind: 'agent' },
      traceparent: null,
      delegation: null,
    },
    reply: { kind: 'action_result', error: operatorError('action.invalid_input', 'no') },
  };
}

describe('the streams beside a binding', () => {
  it('M9: a message is recorded once', async () => {
    const log = createMemoryEventLog();
    const beside = besideOf(log);
    expect(await beside.refuse(refused('m1'), SIGNAL)).toBe('recorded');
    expect(await beside.refuse(refused('m1'), SIGNAL)).toBe('redelivery');
    expect(await beside.wasRefused('act_1', 'm1', DIGEST)).toBe('same');
    expect(await beside.wasRefused('act_1', 'm2', DIGEST)).toBe('new');
    expect(await log.read(rejectionStream('act_1'))).toHaveLength(1);
  });

  it('M9: a message id that stands for another command is told from a redelivery; in an older row it is not', async () => {
    const log = createMemoryEventLog();
    const beside = besideOf(log);
    const { command_sha256: _, ...older } = refused('m0');
    await beside.refuse(older, SIGNAL);
    await beside.refuse(refused('m1'), SIGNAL);
    expect(await beside.refuse({ ...refused('m1'), command_sha256: 'other' }, SIGNAL)).toBe('reused');
    expect(await beside.wasRefused('act_1', 'm1', 'other')).toBe('other');
    expect(await beside.wasRefused('act_1', 'm0', 'other')).toBe('same');
    expect(await log.read(rejectionStream('act_1'))).toHaveLength(2);
  });

  it('DESIGN 3: a rejection stream keeps 256 refusals and goes on', async () => {
    const log = createMemoryEventLog();
    const beside = besideOf(log);
    for (let nth = 0; nth < 258; nth += 1) await beside.refuse(refused(`m${nth}`), SIGNAL);
    const rows = await log.read(rejectionStream('act_1'));
    expect([rows.length, rows.at(-1)?.revision]).toEqual([256, 257]);
  });

  it('M9: two processes that refuse one message at a time record it once', async () => {
    const log = createMemoryEventLog();
    const outcomes = await Promise.all([
      besideOf(log).refuse(refused('m1'), SIGNAL),
      besideOf(log).refuse(refused('m1'), SIGNAL),
    ]);
    expect([...outcomes].sort()).toEqual(['recorded', 'redelivery']);
    expect(await log.read(rejectionStream('act_1'))).toHaveLength(1);
  });

  it('G6: a row that cannot be read answers no message and hinders none', async () => {
    const log = createMemoryEventLog();
    const rows = ['nonsense', 'null', '[]', '{"$causationId":7}'].map((metadata, nth) => ({
      id: `00000000-0000-4000-9000-00000000000${nth}`,
      type: 'CommandRefused',
      data: '{}',
      metadata,
    }));
    await log.append(rejectionStream('act_1'), 'no_stream', rows);
    expect(await besideOf(log).refuse(refused('m1'), SIGNAL)).toBe('recorded');
  });

  it('a stream that is lost to other writers every time is said, not tried for ever', async () => {
    const log = createMemoryEventLog();
    const contended: EventLog = Object.assign(Object.create(log) as EventLog, {
      append: () => Promise.resolve({ kind: 'conflict', actual: 7 }),
      read: log.read.bind(log),
      setRetention: log.setRetention.bind(log),
    });
    await expect(besideOf(contended).refuse(refused('m1'), SIGNAL)).rejects.toThrow(StreamContention);
  });
});
