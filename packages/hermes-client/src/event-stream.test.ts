import { describe, expect, it } from 'vitest';
import type { ProviderEvent, StreamRead } from './outcome.js';
import { STREAM_LIMIT_BYTES } from './event-stream.js';
import { byteByByte, cutAt, sseFixtures } from './testing/fixtures.js';
import {
  answering,
  answeringJson,
  answeringStream,
  failing,
  scriptedTransport,
  silent,
  stalling,
  type BodyPart,
} from './testing/scripted-transport.js';
import { collect, QUIET, TEST_KEY, testClient } from './testing/test-client.js';
import { TransportFailure, type TransportResponse } from './transport.js';

const frame = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;
const DELTA = { event: 'message.delta', delta: 'a' };

async function read(...body: readonly BodyPart[]): Promise<readonly StreamRead[]> {
  const { client } = testClient(scriptedTransport(answeringStream(...body)));
  return await collect(client.openEvents('run_1', QUIET));
}

const eventsOf = (items: readonly StreamRead[]): readonly ProviderEvent[] =>
  items.flatMap(({ events }) => events);
const endOf = (items: readonly StreamRead[]): string | undefined => items.at(-1)?.end?.reason;

describe('the request', () => {
  it('O1: subscribes once, with the key, on a connection of its own', async () => {
    const transport = scriptedTransport(answeringStream(frame(DELTA)));
    await collect(testClient(transport).client.openEvents('run_1', QUIET));
    expect(transport.requests).toHaveLength(1);
    expect(transport.requests[0]).toMatchObject({
      method: 'GET',
      url: 'http://127.0.0.1:8642/v1/runs/run_1/events',
      freshConnection: true,
      headers: {
        authorization: `Bearer ${TEST_KEY}`,
        'accept-encoding': 'identity',
        accept: 'text/event-stream',
      },
    });
    expect(Object.keys(transport.requests[0]?.headers ?? {})).not.toContain('origin');
  });

  it('C46: an id that is no path segment is never requested', async () => {
    const transport = scriptedTransport(answeringStream());
    for (const id of ['../../health', '..', 'a/b', 'a?x=1', '']) {
      const items = await collect(testClient(transport).client.openEvents(id, QUIET));
      expect(endOf(items)).toBe('not_found');
    }
    expect(transport.requests).toEqual([]);
  });
});

describe('items', () => {
  it('C06: each network read is one item, also when it brought only a comment', async () => {
    const items = await read(frame(DELTA), ': keepalive\n\n', frame(DELTA) + frame(DELTA), 'data: {"ev');
    expect(items.map(({ events }) => events.length)).toEqual([1, 0, 2, 0, 0]);
    expect(endOf(items)).toBe('closed');
  });

  for (const { name, body, cuts } of sseFixtures()) {
    it(`${name}: events and end do not depend on the chunks`, async () => {
      const whole = await read(body);
      for (const chunks of [byteByByte(body), cutAt(body, cuts)]) {
        const items = await read(...chunks);
        expect(eventsOf(items)).toEqual(eventsOf(whole));
        expect(endOf(items)).toBe(endOf(whole));
      }
    });
  }
});

describe('the name of an event', () => {
  it('is the event line, else the member, else unknown; the standard default `message` names nothing', async () => {
    const items = await read(
      `event: line\n${frame({ event: 'member' })}`,
      `event: message\n${frame({ event: 'member' })}`,
      frame({ event: 'member' }),
      frame({ event: 5 }),
      frame({}),
    );
    expect(eventsOf(items).map(({ name }) => name)).toEqual([
      'line',
      'member',
      'member',
      'unknown',
      'unknown',
    ]);
  });
});

describe('data', () => {
  it('C11: a frame that is no JSON object ends the stream after the events before it', async () => {
    for (const bad of [
      'data: nonsense\n\n',
      'data:\n\n',
      'data: []\n\n',
      'data: null\n\n',
      'data: "x"\n\n',
    ]) {
      const items = await read(frame(DELTA) + bad + frame(DELTA), frame(DELTA));
      expect(items).toHaveLength(1);
      expect(eventsOf(items)).toHaveLength(1);
      expect(endOf(items)).toBe('decode');
    }
  });

  it('C93: data nested 100,000 deep is kept as capped text', async () => {
    const text = `{"event":"deep","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const [event, next] = eventsOf(await read(`data: ${text}\n\n`, frame(DELTA)));
    expect(event).toEqual({ name: 'deep', data: { event: 'deep', opaque: text.slice(0, 65_536) } });
    expect(next?.name).toBe('message.delta');
  });

  it('C93: 128 levels are a value, 129 are text', async () => {
    const nested = (levels: number): string =>
      `data: {"x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}\n\n`;
    const [fits, deep] = eventsOf(await read(nested(128), nested(129)));
    expect(Object.keys(fits?.data ?? {})).toEqual(['x']);
    expect(Object.keys(deep?.data ?? {})).toEqual(['event', 'opaque']);
  });

  it('S4, G13: an event with too many values keeps whose it is and what it says', async () => {
    const many = `[${'0,'.repeat(250_000)}0]`;
    const [event] = eventsOf(
      await read(`data: {"x":${many},"event":"run.completed","run_id":"run_2","output":"${TEST_KEY}"}\n\n`),
    );
    expect(event).toMatchObject({
      name: 'run.completed',
      data: { event: 'run.completed', run_id: 'run_2', output: '[credential]' },
    });
    expect(Object.keys(event?.data ?? {})).toHaveLength(4);
  });

  it('C88: counters beyond 2^53 - 1 are exact, as text', async () => {
    const c88 = sseFixtures().find(({ name }) => name === 'C88-usage');
    const [event] = eventsOf(await read(c88?.body ?? ''));
    expect(event?.data['usage']).toEqual({
      input_tokens: '9223372036854775808',
      output_tokens: 1,
      total_tokens: '9223372036854775809',
    });
  });

  it('C90: __proto__ is plain data and pollutes nothing', async () => {
    const c90 = sseFixtures().find(({ name }) => name === 'C90-events');
    const events = eventsOf(await read(c90?.body ?? ''));
    expect(events.map(({ name }) => name)).toEqual([
      'message.delta',
      '__proto__',
      'constructor',
      'run.completed',
    ]);
    expect(Object.hasOwn(events[0]?.data ?? {}, '__proto__')).toBe(true);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect((events[0]?.data as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('C91: lone surrogates stay as the provider sent them', async () => {
    const c91 = sseFixtures().find(({ name }) => name === 'C91-deltas');
    const deltas = eventsOf(await read(c91?.body ?? '')).map(({ data }) => data['delta']);
    expect(deltas.slice(0, 3)).toEqual(['x \ud83d', '\ude00 y', 'alone \udc00']);
  });

  it('C95: nonsense times fail no event; what is no number is text', async () => {
    const c95 = sseFixtures().find(({ name }) => name === 'C95-events');
    const events = eventsOf(await read(c95?.body ?? ''));
    expect(events).toHaveLength(9);
    expect(events[6]?.data['timestamp']).toBe('1e400');
  });

  it('G10: a key that the provider repeats is masked, in names, members and deep text', async () => {
    const deep = `data: {"event":"e","k":"${TEST_KEY}","x":${'['.repeat(200)}${']'.repeat(200)}}\n\n`;
    const items = await read(frame({ event: TEST_KEY, [TEST_KEY]: [{ a: `is ${TEST_KEY}.` }] }), deep);
    expect(JSON.stringify(items)).not.toContain(TEST_KEY);
    expect(eventsOf(items)[0]?.data).toEqual({
      event: '[credential]',
      '[credential]': [{ a: 'is [credential].' }],
    });
  });
});

describe('the end', () => {
  it('C17: a clean end without terminal event is closed', async () => {
    expect(endOf(await read(frame(DELTA)))).toBe('closed');
  });

  it('O6: a break is a transport end, after what came before', async () => {
    const items = await read(frame(DELTA), new TransportFailure('truncated', true, 'cut'));
    expect(eventsOf(items)).toHaveLength(1);
    expect(items.at(-1)?.end).toEqual({ reason: 'transport', detail: 'the answer was cut off' });
  });

  it('O6: no answer head is a transport end', async () => {
    const { client } = testClient(scriptedTransport(failing(new TransportFailure('refused', false, 'x'))));
    expect(endOf(await collect(client.openEvents('run_1', QUIET)))).toBe('transport');
  });

  it('O6: a JSON 404 and a page 404 are told apart', async () => {
    const details = [];
    for (const answer of [
      answeringJson(404, { error: { code: 'run_not_found' } }),
      answering(404, '404: Not Found'),
    ]) {
      const [item] = await collect(testClient(scriptedTransport(answer)).client.openEvents('run_1', QUIET));
      expect(item?.end?.reason).toBe('not_found');
      details.push(item?.end?.detail);
    }
    expect(details[0]).toContain('no stream for this run');
    expect(details[1]).toContain('not JSON');
  });

  it('O6, C45: every other status is http_status, and a redirect target is not repeated', async () => {
    for (const status of [302, 401, 500, 503]) {
      const answer = answering(status, 'x', { location: 'http://127.0.0.1:9/steal?x=1' });
      const [item] = await collect(testClient(scriptedTransport(answer)).client.openEvents('run_1', QUIET));
      expect(item?.end).toEqual({ reason: 'http_status', detail: `HTTP ${status}` });
    }
  });

  it('O6: a 200 that is no event stream is a decode end', async () => {
    const { client } = testClient(scriptedTransport(answeringJson(200, {})));
    expect(endOf(await collect(client.openEvents('run_1', QUIET)))).toBe('decode');
  });

  it('O4: a frame over 1 MiB is a frame_limit end', async () => {
    expect(endOf(await read(`data: ${'x'.repeat(1024 * 1024)}`))).toBe('frame_limit');
  });

  it('C09: a flood of comments is a stream_limit end at 64 MiB, exactly', async () => {
    const chunk = Buffer.from(`: ${'c'.repeat(65_533)}\n`);
    const full = Array.from({ length: STREAM_LIMIT_BYTES / chunk.length }, () => chunk);
    expect(endOf(await read(...full))).toBe('closed');
    const over = await read(...full, `\n${frame(DELTA)}`);
    expect(endOf(over)).toBe('stream_limit');
    expect(eventsOf(over)).toEqual([]);
  });
});

describe('time and abort', () => {
  it('C15: the head has a time-out', async () => {
    const { client, timers } = testClient(scriptedTransport(silent(true)));
    const items = collect(client.openEvents('run_1', QUIET));
    await Promise.resolve();
    expect(timers.pending()).toEqual([30_000]);
    timers.fire();
    expect(endOf(await items)).toBe('transport');
  });

  it('C15: an open stream has no time-out, and ends when the caller aborts', async () => {
    const abort = new AbortController();
    const answer = stalling(200, { 'content-type': 'text/event-stream; charset=utf-8' }, frame(DELTA));
    const { client, timers } = testClient(scriptedTransport(answer));
    const items: StreamRead[] = [];
    for await (const item of client.openEvents('run_1', abort.signal)) {
      items.push(item);
      expect(timers.pending()).toEqual([]);
      abort.abort();
    }
    expect(endOf(items)).toBe('aborted');
  });

  it('C15: a transport that ends quietly on abort does not look like a closed stream', async () => {
    const abort = new AbortController();
    const quiet = (): TransportResponse => ({
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      body: {
        [Symbol.asyncIterator]: () => ({
          next: async () => {
            abort.abort();
            return { done: true, value: undefined };
          },
        }),
      },
    });
    const { client } = testClient(scriptedTransport(quiet));
    expect(endOf(await collect(client.openEvents('run_1', abort.signal)))).toBe('aborted');
  });

  it('G13: leaving the loop aborts the exchange', async () => {
    const transport = scriptedTransport(answeringStream(frame(DELTA), frame(DELTA)));
    for await (const item of testClient(transport).client.openEvents('run_1', QUIET)) {
      expect(item.events).toHaveLength(1);
      break;
    }
    expect(transport.requests[0]?.signal.aborted).toBe(true);
  });

  it('G13: many readers on one signal are no listener leak to warn of', async () => {
    const abort = new AbortController();
    const warnings: string[] = [];
    const warned = (warning: Error): number => warnings.push(warning.name);
    process.on('warning', warned);
    const { client } = testClient(scriptedTransport(silent(true)));
    const readers = Array.from({ length: 50 }, () => collect(client.openEvents('run_1', abort.signal)));
    await new Promise((done) => setImmediate(done));
    abort.abort();
    expect((await Promise.all(readers)).map(endOf)).toEqual(Array.from({ length: 50 }, () => 'aborted'));
    process.off('warning', warned);
    expect(warnings).toEqual([]);
  });
});
