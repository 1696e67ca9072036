import type { EventLog } from '@aip-hermes/event-log';
import { createMemoryEventLog } from '@aip-hermes/event-log/memory';
import { createMemoryBus } from '@aip-hermes/message-bus/memory';
import { describe, expect, it } from 'vitest';
import type { Published } from './published.js';
import { watchMessages } from './watch-messages.js';
import { findWatched } from './watched.js';

const command = (id: string, messageId: string, input: object = { objective: 'x' }): Uint8Array =>
  new TextEncoder().encode(
    JSON.stringify({
      aip_version: '1.0',
      message_type: 'aip.core.v1.action',
      message_id: messageId,
      sent_at: '2026-01-01T00:00:00Z',
      body: { action: { id, capability_id: 'c', input, idempotency_key: 'k' } },
    }),
  );
const reply = (id: string, to: string, status = 'completed'): string =>
  JSON.stringify({ in_response_to: to, body: { action_result: { action_id: id, status } } });

async function store(): Promise<{
  readonly log: EventLog;
  readonly bus: ReturnType<typeof createMemoryBus>;
}> {
  const bus = createMemoryBus({ now: () => 0, partitions: 1 });
  return { log: createMemoryEventLog({ now: () => 0 }), bus };
}
const send = (
  bus: ReturnType<typeof createMemoryBus>,
  key: string | null,
  value: Uint8Array,
): Promise<unknown> => bus.commandSink.send({ key, value, headers: {} });

describe('findWatched', () => {
  it('an id without a trace is unknown, also where nothing was ever written', async () => {
    expect(await findWatched(await store(), 'act_1')).toBeNull();
    expect(await findWatched({ log: null, bus: null }, 'act_1')).toBeNull();
  });

  it('a command nobody took yet is known', async () => {
    const here = await store();
    await send(here.bus, 'act_1', command('act_1', 'msg_1'));
    expect(await findWatched(here, 'act_1')).toEqual({
      id: 'act_1',
      key: 'act_1',
      sourceKey: null,
      commands: new Set(['msg_1']),
    });
  });

  it('a resume nobody took yet is found under the key of its source', async () => {
    const here = await store();
    const resume = command('act_r', 'msg_r', { resume: { source_action_id: 'act_1', choice: 'once' } });
    await send(here.bus, 'act_1', resume);
    expect(await findWatched(here, 'act_r')).toMatchObject({
      sourceKey: 'act_1',
      commands: new Set(['msg_r']),
    });
  });

  it('G11: a dead letter is no command to wait for', async () => {
    const here = await store();
    await send(here.bus, 'act_1', command('act_1', 'msg_1'));
    await here.bus.deadLetters.put(
      {
        topic: 'commands',
        partition: 0,
        offset: 0,
        key: 'act_1',
        value: command('act_1', 'msg_1'),
        headers: {},
        timestampMs: 0,
      },
      { code: 'too_large', message: 'x' },
    );
    await here.bus
      .projectionSink('0')
      .publish([{ topic: 'results', key: 'act_1', value: reply('act_1', 'msg_0'), headers: {} }], '1', null);
    expect(await findWatched(here, 'act_1')).toMatchObject({ commands: new Set() });
  });
});

const none = {
  runOnly: false,
  ownEnd: () => Promise.resolve(null),
  removedEnd: () => Promise.resolve(null),
  show: () => undefined,
};

describe('watchMessages', () => {
  it('DESIGN 4: ends by what the log says when the result is too old to be on the bus still', async () => {
    const { bus } = await store();
    const watched = { id: 'act_1', key: 'act_1', sourceKey: null, commands: new Set(['msg_1']) };
    const { signal } = new AbortController();
    const removedEnd = (): Promise<'failed'> => Promise.resolve('failed');
    expect(await watchMessages({ ...none, bus, watched, signal, removedEnd })).toEqual({
      end: 'failed',
      runGoesOn: false,
      removed: true,
    });
  });

  it('shows what is there, then what comes, and ends with the Action', async () => {
    const here = await store();
    await send(here.bus, 'act_1', command('act_1', 'msg_1'));
    const sink = here.bus.projectionSink('0');
    const watched = await findWatched(here, 'act_1');
    if (watched === null) throw new Error('unknown');
    await sink.publish([{ topic: 'stream_chunks', key: 'act_1', value: '{"n":1}', headers: {} }], '1', null);
    const seen: unknown[] = [];
    const { signal } = new AbortController();
    const show = ({ value }: Published): void => {
      seen.push(value);
      if (seen.length === 1)
        void sink.publish(
          [{ topic: 'results', key: 'act_1', value: reply('act_1', 'msg_1'), headers: {} }],
          '2',
          '1',
        );
    };
    const ended = watchMessages({ ...none, bus: here.bus, watched, signal, show });
    expect(await ended).toEqual({ end: 'good', runGoesOn: false });
    expect(seen).toHaveLength(2);
  });

  it('of a resume only its own replies are shown from under its source', async () => {
    const here = await store();
    const sink = here.bus.projectionSink('0');
    const record = (
      id: string,
    ): { topic: 'results'; key: string; value: string; headers: Record<string, string> } => ({
      topic: 'results',
      key: 'act_1',
      value: reply(id, `to_${id}`),
      headers: { 'aip-action-id': id },
    });
    await sink.publish([record('act_1'), record('act_r')], '1', null);
    const watched = { id: 'act_r', key: 'act_r', sourceKey: 'act_1', commands: new Set<string>() };
    const seen: unknown[] = [];
    const { signal } = new AbortController();
    const show = ({ headers }: Published): unknown => seen.push(headers['aip-action-id']);
    const { end } = await watchMessages({ ...none, bus: here.bus, watched, signal, show });
    expect([end, seen]).toEqual(['good', ['act_r']]);
  });

  it('gives up when told to: 124, or 8 while a person must decide', async () => {
    const here = await store();
    const sink = here.bus.projectionSink('0');
    const watched = { id: 'act_1', key: 'act_1', sourceKey: null, commands: new Set<string>() };
    const giveUp = new AbortController();
    giveUp.abort();
    const over = { ...none, bus: here.bus, watched, signal: giveUp.signal };
    expect(await watchMessages(over)).toMatchObject({ end: 'timed_out' });
    const asking = {
      topic: 'results',
      key: 'act_1',
      value: reply('act_1', 'm', 'requires_human'),
      headers: {},
    } as const;
    await sink.publish([asking], '1', null);
    const later = new AbortController();
    const waiting = { ...none, bus: here.bus, watched, signal: later.signal, show: () => later.abort() };
    expect(await watchMessages(waiting)).toMatchObject({ end: 'waits_for_person' });
  });

  it.each([
    ['good', false, { end: 'good', runGoesOn: false }],
    ['outcome_unknown', false, { end: 'outcome_unknown', runGoesOn: false }],
    ['running', false, { end: 'failed', runGoesOn: true }],
    ['running', true, { end: 'timed_out', runGoesOn: false }],
    [null, false, { end: 'failed', runGoesOn: false }],
  ] as const)('G5: a refused reuse, the own binding %s, only the run: %s', async (own, runOnly, end) => {
    const here = await store();
    const watched = { id: 'act_1', key: 'act_1', sourceKey: null, commands: new Set<string>() };
    const value = reply('act_1', 'm2', 'failed');
    const refusal = { topic: 'results', key: 'act_1', value, headers: {} } as const;
    await here.bus.projectionSink('0').publish([refusal], '1', null);
    const giveUp = new AbortController();
    const ownEnd = async (): Promise<typeof own> => {
      if (runOnly) giveUp.abort();
      return Promise.resolve(own);
    };
    const parts = { ...none, bus: here.bus, watched, signal: giveUp.signal, runOnly, ownEnd };
    expect(await watchMessages(parts)).toEqual(end);
  });
});
