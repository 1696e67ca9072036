import type { Json } from '@aip-hermes/aip';
import { describe, expect, it } from 'vitest';
import { provider } from '../support/happy-run.js';
import { deadLetters, decided, repliesTo } from '../support/replies.js';
import { World } from '../support/world.js';

type Message = Record<string, Json>;

async function worldOf(): Promise<World> {
  const world = new World({ script: provider() });
  await world.boot();
  return world;
}

async function tell(world: World, ...messages: readonly Message[]): Promise<void> {
  for (const message of messages) await world.deliver(message);
  await decided(world);
}

function cancelOf(world: World, id: string): Message {
  const { body: _, ...envelope } = world.action(id);
  return {
    ...envelope,
    message_type: 'aip.core.v1.cancel',
    body: { cancel: { target: { action: id } } },
  };
}

const REUSED = { reason: 'message_id_reused' };

describe('a message id that stands for another command', () => {
  it.each<[string, (world: World) => readonly [Message, Message]]>([
    [
      'an Action with another input',
      (world) => {
        const first = world.action('act_1');
        return [
          first,
          { ...world.action('act_1', { objective: 'Another' }), message_id: first['message_id'] ?? '' },
        ];
      },
    ],
    [
      'a cancel with the id of an accepted Action',
      (world) => {
        const first = world.action('act_1');
        return [first, { ...cancelOf(world, 'act_1'), message_id: first['message_id'] ?? '' }];
      },
    ],
    [
      'a cancel with the id of a refused Action',
      (world) => {
        const first = world.action('act_1', { objective: '' });
        return [first, { ...cancelOf(world, 'act_1'), message_id: first['message_id'] ?? '' }];
      },
    ],
    [
      'a good Action with the id of a refused one',
      (world) => {
        const first = world.action('act_1', { objective: '' });
        return [first, { ...world.action('act_1'), message_id: first['message_id'] ?? '' }];
      },
    ],
    [
      'an inexact Action with the id of an accepted one',
      (world) => {
        const first = world.action('act_1');
        const input = { objective: 'x\ud800' };
        return [first, { ...world.action('act_1', input), message_id: first['message_id'] ?? '' }];
      },
    ],
  ])('M9, G6: %s becomes a dead letter with its reason, and nothing is appended', async (_, make) => {
    const world = await worldOf();
    const [first, second] = make(world);
    await tell(world, first);
    await world.settle();
    const head = await world.log.head();
    await tell(world, second);
    await world.settle();
    expect(await deadLetters(world)).toMatchObject([REUSED]);
    expect(await world.log.head()).toBe(head);
    expect(await repliesTo(world, first)).toHaveLength(1);
    world.crash();
    await world.boot();
    await tell(world, first);
    expect(await deadLetters(world)).toHaveLength(1);
    expect(await world.log.head()).toBe(head);
  });

  it('M9, G6: a served replay is told from another command under its id', async () => {
    const world = await worldOf();
    await tell(world, world.action('act_1'));
    await world.settle();
    const replay = world.action('act_1');
    await tell(world, replay);
    const head = await world.log.head();
    const other = {
      ...world.action('act_1', undefined, { mode: 'async' }),
      message_id: replay['message_id'] ?? '',
    };
    await tell(world, other);
    expect(await deadLetters(world)).toMatchObject([REUSED]);
    expect(await world.log.head()).toBe(head);
  });

  it('M9, B2: what stands beside the body may change: that stays a redelivery', async () => {
    const world = await worldOf();
    const first = world.action('act_1');
    await tell(world, first);
    await world.settle();
    const head = await world.log.head();
    await world.clock.advance(5_000);
    await tell(world, {
      ...first,
      sent_at: new Date(world.clock.now()).toISOString(),
      correlation_id: 'corr_x',
    });
    expect(await deadLetters(world)).toEqual([]);
    expect(await world.log.head()).toBe(head);
  });
});
