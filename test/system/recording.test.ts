import { LogUnavailable } from '@aip-hermes/event-log';
import { describe, expect, it } from 'vitest';
import { appendForeign } from '../support/foreign-writer.js';
import { expectGuarantees } from '../support/guarantees.js';
import { event, status } from '../support/happy-run.js';
import { deltasOf, DONE, EVENTS, runToTheEnd, streaming } from '../support/observed-run.js';
import { eventsOf, resultOf } from '../support/published.js';

describe('recording', () => {
  it('G7, C76: 600 deltas of 2 KiB in one read are cut into appends below the limit, in order', async () => {
    const sizes: number[] = [];
    const text = Array.from(
      { length: 600 },
      (_, index) =>
        `data: ${JSON.stringify({ event: 'message.delta', delta: `${index}:${'x'.repeat(2_048)}` })}\n\n`,
    ).join('');
    const world = streaming([{ text }, event('run.completed', DONE)], 'close', undefined, {
      faults: {
        beforeAppend: (_, rows) => {
          sizes.push(
            rows.reduce(
              (sum, row) => sum + row.data.length + row.metadata.length + row.type.length + row.id.length,
              0,
            ),
          );
        },
      },
    });
    await runToTheEnd(world);
    expect(Math.max(...sizes)).toBeLessThan(1_048_576);
    const deltas = deltasOf(await world.events('act_1')) as string[];
    expect(deltas.map((delta) => Number(delta.split(':')[0]))).toEqual(
      Array.from({ length: 600 }, (_, index) => index),
    );
    expect(sizes.length).toBeLessThan(12);
  });

  it('one append per network read, however many events it brings', async () => {
    const appends: number[] = [];
    const text = Array.from({ length: 50 }, () => 'data: {"event":"message.delta","delta":"x"}\n\n').join('');
    const world = streaming(
      [{ text }, { waitMs: 10 }, { text }, { waitMs: 10 }, event('run.completed', DONE)],
      'close',
      undefined,
      {
        faults: {
          beforeAppend: (stream, rows) => {
            if (stream.includes('act_1')) appends.push(rows.length);
          },
        },
      },
    );
    await runToTheEnd(world);
    expect(appends).toEqual([3, 2, 50, 50, 1]);
  });

  it('G3, G6: while the log is down nothing said by the provider is lost, and the stream is read no further than a bound', async () => {
    let down = false;
    let fed = 0;
    const frames = Array.from({ length: 400 }, (_, index) =>
      event('message.delta', { delta: String(index) }),
    );
    const world = streaming([{ waitMs: 100 }, ...frames, event('run.completed', DONE)], 'close', undefined, {
      faults: {
        beforeAppend: () => {
          if (down) throw new LogUnavailable('scripted outage');
        },
      },
    });
    world.provider.onFrame = () => {
      fed += 1;
    };
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.clock.advance(50);
    down = true;
    await world.clock.advance(180_000);
    expect(fed).toBeLessThan(200);
    down = false;
    await world.settle();
    expect(deltasOf(await world.events('act_1'))).toEqual(frames.map((_, index) => String(index)));
    await expectGuarantees(world);
  });

  it('G7, C74: an append that took effect although its answer was lost is not written twice', async () => {
    let lost = 0;
    const frames = ['0', '1', '2', '3', '4'].flatMap((delta) => [
      event('message.delta', { delta }),
      { waitMs: 5 },
    ]);
    const world = streaming([...frames, event('run.completed', DONE)], 'close', undefined, {
      faults: {
        afterAppend: (_, rows) => {
          if (!rows.some(({ data }) => data.includes('"delta":"3"')) || (lost += 1) > 2) return;
          throw new LogUnavailable('the answer was lost');
        },
      },
    });
    await runToTheEnd(world);
    expect(lost).toBeGreaterThan(2);
    expect(deltasOf(await world.events('act_1'))).toEqual(['0', '1', '2', '3', '4']);
  });

  it('G7: a foreign append between two reads is folded before the next events are numbered', async () => {
    const frames = [
      event('message.delta', { delta: 'a' }),
      { waitMs: 1_000 },
      event('message.delta', { delta: 'b' }),
      event('run.cancelled'),
    ];
    const world = streaming(frames);
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.clock.advance(500);
    await appendForeign(world, 'act_1', {
      type: 'CancellationRequested',
      data: {
        message_id: 'msg_c',
        requested_by: { id: 'agent:planner', kind: 'agent' },
        reason: 'enough',
        reply: null,
      },
    });
    await world.settle();
    const state = await world.binding('act_1');
    expect(state?.binding).toMatchObject({ status: 'cancelled', cancel_requested: true, error: null });
    await expectGuarantees(world);
  });

  it('DESIGN 3.2 fence 6: another observer ends this one; what it says afterwards is not recorded', async () => {
    const frames = [
      event('message.delta', { delta: 'a' }),
      { waitMs: 1_000 },
      event('message.delta', { delta: 'b' }),
      { waitMs: 1_000 },
    ];
    const world = streaming(frames, 'open');
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.clock.advance(500);
    await appendForeign(world, 'act_1', {
      type: 'ObservationClaimed',
      data: { claim_id: 'claim-of-another', instance_id: 'another-instance' },
    });
    await world.settle();
    expect(deltasOf(await world.events('act_1'))).toEqual(['a']);
    expect((await world.binding('act_1'))?.binding.status).toBe('running');
    expect(world.process.slots.taken).toBe(0);
    expect(world.clock.waiting).toBe(0);
  });

  it('DESIGN 3.2 fence 6: a terminal event in hand is still recorded after another observer claimed', async () => {
    const frames = [{ waitMs: 1_000 }, event('run.completed', DONE)];
    const world = streaming(frames);
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.clock.advance(500);
    await appendForeign(world, 'act_1', {
      type: 'ObservationClaimed',
      data: { claim_id: 'claim-of-another', instance_id: 'another-instance' },
    });
    await world.settle();
    expect((await world.binding('act_1'))?.binding.status).toBe('completed');
  });

  it('DESIGN 3: a stream that a newer release wrote to is left alone, loudly', async () => {
    const frames = [
      { waitMs: 1_000 },
      event('message.delta', { delta: 'b' }),
      { waitMs: 1_000 },
      event('run.completed', DONE),
    ];
    const world = streaming(frames);
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.clock.advance(500);
    await appendForeign(world, 'act_1', { type: 'RunPaused', data: {} });
    await world.settle();
    const types = (await world.events('act_1')).map(({ type }) => type);
    expect(types.at(-1)).toBe('RunPaused');
    expect(world.lines.filter(({ level }) => level === 'error')).toMatchObject([
      { message: 'the stream cannot be understood by this release; left alone' },
    ]);
    expect(world.clock.monotonic()).toBeLessThan(5_000);
    expect(world.process.slots.taken).toBe(0);
    expect(world.clock.waiting).toBe(0);
  });

  it('an unexpected failure of an actor goes on from the log: the run is polled to its end', async () => {
    let broken = 0;
    const frames = [
      event('message.delta', { delta: 'a' }),
      { waitMs: 100 },
      event('message.delta', { delta: 'b' }),
    ];
    const world = streaming(frames, 'open', () => status('completed', { output: 'x' }), {
      faults: {
        beforeAppend: (_, rows) => {
          if (rows.some(({ data }) => data.includes('"delta":"b"')) && (broken += 1) < 2)
            throw new Error('a defect');
        },
      },
    });
    await runToTheEnd(world);
    expect(await eventsOf(world, 'act_1', 'StreamEnded')).toMatchObject([{ reason: 'taken_over' }]);
    expect((await resultOf(world, 'act_1')).status).toBe('completed');
    expect(world.provider.count('POST', /^\/v1\/runs$/)).toBe(1);
    expect(world.provider.count('GET', EVENTS)).toBe(1);
  });
});
