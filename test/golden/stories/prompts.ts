import { event, status } from '../../support/happy-run.js';
import { DONE, polled, runToTheEnd, streaming } from '../../support/observed-run.js';
import type { Scene } from './scene.js';

const PROMPT = {
  command: 'rm -rf ./build',
  description: 'recursive delete',
  request_id: 'a'.repeat(32),
  choices: ['once', 'session', 'always', 'deny'],
};

/** Runs that ask a person. */
export const PROMPTS: Readonly<Record<string, Scene>> = {
  'prompt-then-completed': async () => {
    const frames = [
      event('message.delta', { delta: 'May I? ' }),
      event('approval.request', PROMPT),
      { waitMs: 1_000 },
      event('message.delta', { delta: 'Thanks.' }),
      event('run.completed', DONE),
    ];
    const world = streaming(frames);
    await runToTheEnd(world);
    return world;
  },
  'prompt-in-mode-sync': async () => {
    const world = streaming([
      event('approval.request', PROMPT),
      { waitMs: 10 },
      event('run.completed', DONE),
    ]);
    await runToTheEnd(world, { mode: 'sync' });
    return world;
  },
  'prompt-replayed-while-waiting': async () => {
    const frames = [event('approval.request', PROMPT), { waitMs: 20_000 }, event('run.completed', DONE)];
    const world = streaming(frames, 'close', () => status('waiting_for_approval'));
    await world.boot();
    await world.deliver(world.action('act_1'));
    await world.clock.advance(1_000);
    await world.deliver(world.action('act_1'));
    await world.settle();
    return world;
  },
  'prompt-repeated': async () => {
    const prompt = event('approval.request', PROMPT);
    const world = streaming([prompt, { waitMs: 10 }, prompt, { waitMs: 10 }, event('run.completed', DONE)]);
    await runToTheEnd(world);
    return world;
  },
  'prompts-two-at-once': async () => {
    const frames = [
      event('approval.request', PROMPT),
      event('approval.request', { ...PROMPT, request_id: 'b'.repeat(32), command: 'rm -rf ./dist' }),
      { waitMs: 10 },
      event('run.failed', { error: 'denied' }),
    ];
    const world = streaming(frames);
    await runToTheEnd(world);
    return world;
  },
  'prompt-polled': async () => {
    const world = polled((nth) =>
      nth < 4
        ? status('waiting_for_approval', { approval: { event: 'approval.request', ...PROMPT } })
        : status('completed', { output: 'All good.' }),
    );
    await runToTheEnd(world);
    return world;
  },
  'prompt-truncated': async () => {
    const frames = [
      event('approval.request', { ...PROMPT, description: 'why '.repeat(600) }),
      { waitMs: 10 },
      event('run.completed', DONE),
    ];
    const world = streaming(frames, 'close', undefined, { policy: { max_event_data_bytes: 1_024 } });
    await runToTheEnd(world);
    return world;
  },
};
