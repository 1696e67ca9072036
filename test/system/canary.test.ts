import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { event, RUN_ID } from '../support/happy-run.js';
import { DONE, runToTheEnd, streaming } from '../support/observed-run.js';
import { eventsOf, resultOf } from '../support/published.js';
import { WORLD_KEY } from '../support/world.js';

const TRANSCRIPT = new URL(
  '../../packages/hermes-simulator/fixtures/transcripts/0.18.2/run-usage-summed-over-calls.jsonl',
  import.meta.url,
);
/** What that server counted, as recorded. */
const USAGE = { input_tokens: 2100, output_tokens: 25, total_tokens: 2125 };

/** The frames a real server sent, about the run of these tests. */
function recordedFrames(): string {
  const lines = readFileSync(TRANSCRIPT, 'utf8').trim().split('\n');
  return lines
    .map((line) => JSON.parse(line) as { readonly dir: string; readonly text?: string })
    .flatMap(({ dir, text }) => (dir === 'sse' ? [text ?? ''] : []))
    .join('')
    .replaceAll(/run_[0-9a-f]{32}/g, RUN_ID);
}

describe('what stays readable', () => {
  it('G10: the token counts of a recorded run are in its result, its chunks and its stored event', async () => {
    const world = streaming([{ text: recordedFrames() }]);
    await runToTheEnd(world);
    const result = await resultOf(world, 'act_1');
    expect(result.output?.['provider']).toMatchObject({ output: 'ok', usage: USAGE });
    const [ended] = await eventsOf(world, 'act_1', 'RunCompleted');
    expect(ended?.['provider']).toMatchObject({ usage: USAGE });
    const chunks = JSON.stringify(await world.chunks('act_1'));
    expect(chunks).toContain('tool.completed');
    expect(JSON.stringify([chunks, result])).not.toContain('[redacted]');
  });

  it('G10: token counts in text and code stay in chunks, secrets beside them do not', async () => {
    const text = 'tokens used: 77, max_tokens=4096; token = next(); password: CANARY-77';
    const world = streaming([event('message.delta', { delta: text }), event('run.completed', DONE)]);
    await runToTheEnd(world);
    const chunks = JSON.stringify(await world.chunks('act_1'));
    expect(chunks).toContain('tokens used: 77, max_tokens=4096; token = next(); password: [redacted]');
  });
});

describe('a key cut by two chunks', () => {
  it.each([8, Math.floor(WORLD_KEY.length / 2), WORLD_KEY.length - 8])(
    'G10: after %i characters: at most 7 in a row of it are in any event or message',
    async (cut) => {
      const frames = [
        event('message.delta', { delta: `it is ${WORLD_KEY.slice(0, cut)}` }),
        event('message.delta', { delta: `${WORLD_KEY.slice(cut)} as said` }),
        event('run.completed', { ...DONE, output: `it is ${WORLD_KEY} as said` }),
      ];
      const world = streaming(frames);
      await runToTheEnd(world);
      const kept = JSON.stringify([
        await world.events('act_1'),
        await world.published('stream_chunks', 'results'),
      ]);
      expect(kept).toMatch(/it is \[(?:redacted|credential)\] as said/);
      for (let at = 0; at + 8 <= WORLD_KEY.length; at += 1)
        expect(kept).not.toContain(WORLD_KEY.slice(at, at + 8));
    },
  );
});
