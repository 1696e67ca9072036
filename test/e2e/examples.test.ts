import { PROJECTION_VERSION } from '@aip-hermes/binding';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ActionView, type Message } from '../../examples/action-view.mjs';
import { goldenMessages } from '../golden/golden-stream.js';
import { CliProcess } from './cli-process.js';
import { Deployment } from './deployment.js';

const EXAMPLES = join(import.meta.dirname, '../../examples');

let here: Deployment;
beforeEach(() => {
  here = new Deployment();
});
afterEach(() => here.remove());

/** Runs an example as the page says, on the deployment's data. */
function example(name: string, ...args: readonly string[]): CliProcess {
  return new CliProcess(process.execPath, [join(EXAMPLES, name), ...args, '--data', here.data], {});
}

describe('the examples', () => {
  it('M2: what the producer sends is done, and the consumer tells it to its end', async () => {
    await here.up();
    const producer = example('producer.mjs', 'Say hello. SCRIPT=plain');
    expect(await producer.exit, producer.errors).toBe(0);
    const [id = ''] = producer.lines;
    expect(id).toMatch(/^act_/);
    const consumer = example('consumer.mjs', id);
    expect(await consumer.exit, consumer.errors).toBe(0);
    expect(consumer.lines.some((line) => line.startsWith('data: '))).toBe(true);
    expect(consumer.lines.at(-1)).toMatch(/^completed: ./);
  });

  it.each([['producer.mjs'], ['consumer.mjs'], ['consumer.mjs', 'act_1', '--nope', 'x']])(
    '%s %s says how it is used and ends with 2',
    async (name, ...args) => {
      const used = example(name, ...args);
      expect(await used.exit).toBe(2);
      expect(used.errors).toContain(`Usage: node examples/${name}`);
      expect(used.errors).not.toContain('    at ');
    },
  );

  it('M2: the consumer tells an error once', async () => {
    const consumer = example('consumer.mjs', 'act_none');
    expect(await consumer.exit).toBe(6);
    expect(consumer.errors.split('\n')).toHaveLength(1);
  });

  it('S3, S6: the consumer tells a failure from an unknown outcome', async () => {
    await here.up();
    for (const [id, fault, code, last] of [
      ['act_failed', 'start-400', 3, /^failed: ./],
      ['act_unknown', 'lost-202', 5, /^unknown: ./],
    ] as const) {
      const producer = example('producer.mjs', `Say hello. FAULT=${fault}`, '--id', id);
      expect(await producer.exit, producer.errors).toBe(0);
      const consumer = example('consumer.mjs', id);
      expect(await consumer.exit, consumer.errors).toBe(code);
      expect(consumer.lines.at(-1)).toMatch(last);
    }
  });
});

/** The golden messages about an Action as `watch --json` prints them. */
function golden(name: string): readonly Message[] {
  const lines = goldenMessages(PROJECTION_VERSION, name).trimEnd().split('\n');
  return lines.map((line) => {
    const { value, ...message } = JSON.parse(line) as Omit<Message, 'value'> & { readonly value: string };
    return { ...message, value: JSON.parse(value) as Message['value'] };
  });
}

describe("the consumer's view", () => {
  it.each([
    ['completed-streaming', 'act_1', 'completed', 'All good.'],
    ['prompt-then-completed', 'act_1', 'completed', 'All good.'],
    ['cut-then-polled', 'act_1', 'completed', 'All good.'],
    ['cancelled-by-provider', 'act_1', 'cancelled', 'Hermes reported'],
    ['start-rejected-400', 'act_1', 'failed', 'Hermes'],
    ['start-lost', 'act_1', 'unknown', 'It is not known'],
    ['refused-input', 'act_1', 'failed', 'objective'],
    ['refused-collision', 'act_1', 'completed', 'All good.'],
    ['hand-built-answer-applied', 'act_resume', 'completed', 'All good.'],
  ])('DESIGN 4: %s: the same, whatever the order and however often it comes', (name, id, kind, text) => {
    const messages = golden(name);
    const chunks = messages.filter(({ topic }) => topic === 'stream_chunks');
    const results = messages.filter(({ topic }) => topic === 'results');
    for (const order of [
      messages,
      [...results, ...chunks],
      [...messages, ...messages],
      messages.toReversed(),
    ]) {
      const view = new ActionView(id);
      const told = order.flatMap((message) => view.take(message));
      expect(told.map(({ sequence }) => sequence)).toEqual([...chunks.keys()]);
      expect(view.end).toMatchObject({ kind, text: expect.stringContaining(text) as unknown });
    }
  });

  it('DESIGN 4: it has no end before the last chunk, and none by a RequiresHuman', () => {
    const messages = golden('prompt-then-completed');
    const view = new ActionView('act_1');
    for (const message of messages.filter(({ headers }) => headers['aip-stream-next-sequence'] !== '4')) {
      view.take(message);
    }
    expect(view.end).toBeNull();
    expect(view.question).toMatchObject({ command: 'rm -rf ./build' });
    const late = new ActionView('act_1');
    for (const message of messages.filter(({ value }) => value.body.stream_chunk?.sequence !== 3))
      late.take(message);
    expect(late.end).toBeNull();
  });

  it('O3: without mode streaming there are no chunks to wait for', () => {
    const view = new ActionView('act_1', { streaming: false });
    for (const message of golden('completed-sync')) view.take(message);
    expect(view.end?.kind).toBe('completed');
  });
});
