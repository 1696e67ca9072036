import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Stage } from './stage.js';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
  await stage.connector.up();
});
afterAll(() => stage.close());

const sequences = (chunks: readonly { readonly sequence: number }[]): readonly number[] =>
  chunks.map(({ sequence }) => sequence);
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

describe('a real Hermes: runs to their end', () => {
  it('I6, I7, O1, O3, R3, G7: an objective is one run, streamed in order, with its text as the result', async () => {
    const { model, connector, hermes } = stage;
    model.script('plain', { say: ['Hel', 'lo ', 'world.'] });
    const { code, chunks, said, result } = await connector.play('act_plain', 'Greet. SCRIPT=plain');
    expect([code, result.status, said]).toEqual([0, 'completed', 'Hello world.']);
    expect(sequences(chunks)).toEqual(upTo(chunks.length));
    expect(chunks.filter(({ kind }) => kind === 'data').map(({ part }) => part?.text)).toEqual([
      'Hel',
      'lo ',
      'world.',
    ]);
    expect(chunks.filter(({ kind }) => kind === 'done')).toEqual([chunks.at(-1)]);
    expect(result.message?.map(({ text }) => text)).toEqual(['Hello world.', undefined]);
    // What Hermes was asked, by the model's own record and by the session that Hermes keeps.
    const [asked, ...more] = model.calls('plain');
    expect(more).toEqual([]);
    expect(asked?.user).toContain('"aip_operator_objective"');
    expect(asked?.user).not.toContain('act_plain');
    const session = await hermes.get('/api/sessions/aip-operator-act_plain/messages');
    expect(JSON.stringify(session)).toContain('Hello world.');
  });

  it('O2: a tool runs in Hermes and is told of as tool chunks', async () => {
    const { model, connector, hermes } = stage;
    const command = 'printf "written by a tool" > made.txt && cat made.txt';
    model.script(
      'tool',
      { say: ['I will write.'], call: [{ name: 'terminal', arguments: { command } }] },
      { say: ['Written.'] },
    );
    const { code, chunks, result } = await connector.play('act_tool', 'Write a file. SCRIPT=tool');
    expect([code, result.output?.['provider']]).toMatchObject([0, { output: 'Written.' }]);
    const tools = chunks.filter(({ kind }) => kind === 'tool').map(({ data }) => data.hermes_operator);
    expect(tools).toMatchObject([
      { event: 'tool.started', tool: 'terminal' },
      { event: 'tool.completed', tool: 'terminal', error: false },
    ]);
    expect(readFileSync(join(hermes.home.work, 'made.txt'), 'utf8')).toBe('written by a tool');
    expect(model.calls('tool')[1]?.toolResults.join()).toContain('written by a tool');
  });

  it('O3, R3: text of every script, and a character that comes in two halves, is whole in the result', async () => {
    const { model, connector } = stage;
    const whole = 'שלום 日本語 é e\u0301 👩‍👩‍👧 \u0007 "quoted" \\ \u2028end';
    const halves = ['\ud83d', '\ude00'];
    model.script('unicode', { say: [...Array.from(whole), ...halves, ' ok'], ascii: true });
    const { code, said, result } = await connector.play('act_unicode', 'Say it. 日本 SCRIPT=unicode');
    expect(code).toBe(0);
    expect(result.message?.[0]?.text).toBe(`${whole}😀 ok`);
    // Each chunk is text of its own, so half a character in one is replaced.
    expect(said).toBe(`${whole}\ufffd\ufffd ok`);
    expect(model.calls('unicode')[0]?.user).toContain('日本');
  });

  it('R2: an error of the model is a failed run with the words of Hermes', async () => {
    const { model, connector } = stage;
    model.script('refused', { status: 400, message: 'the scripted model refuses' });
    const { code, chunks, result } = await connector.play('act_refused', 'Try. SCRIPT=refused');
    expect([code, result.status]).toEqual([3, 'failed']);
    expect(result.error).toMatchObject({
      code: 'connector.hermes_agent.operator_failed',
      message: expect.stringContaining('the scripted model refuses') as string,
    });
    expect(chunks.at(-1)?.kind).toBe('error');
    expect(sequences(chunks)).toEqual(upTo(chunks.length));
  });

  it.each([
    ['1 MB', 1_000_000],
    ['more than one frame may hold', 1_200_000],
  ])('R6, O4: an output of %s keeps its first part and names the rest by digest', async (_, length) => {
    const { model, connector } = stage;
    const name = `large-${length}`;
    const piece = 'Line of text, é.\n'.repeat(1_000);
    const pieces = Array.from({ length: Math.ceil(length / piece.length) }, () => piece);
    const text = pieces.join('').trim();
    model.script(name, { say: pieces });
    const { code, chunks, said, result } = await connector.play(`act_${name}`, `Much. SCRIPT=${name}`);
    expect(code).toBe(0);
    expect(said.trim() === text).toBe(true);
    expect(sequences(chunks)).toEqual(upTo(chunks.length));
    const { provider } = result.output as { provider: { output: string; truncated: unknown } };
    expect(text.startsWith(provider.output)).toBe(true);
    expect(Buffer.byteLength(provider.output)).toBeLessThanOrEqual(262_144);
    expect(provider.truncated).toEqual([
      {
        path: '/output',
        bytes: Buffer.byteLength(text),
        sha256: createHash('sha256').update(text).digest('hex'),
      },
    ]);
  });

  it('G10: the key of the API is masked in what the model says', async () => {
    const { model, connector, hermes, key } = stage;
    model.script('key', { say: [`The key is ${key}, remember `, key.slice(0, 10), key.slice(10), '.'] });
    const { code, result, chunks, said } = await connector.play('act_key', 'Tell. SCRIPT=key');
    expect(code).toBe(0);
    // Hermes passes it on as it is.
    const run = await hermes.get(`/v1/runs/${String(result.output?.['run_id'])}`);
    expect(JSON.stringify(run)).toContain(`The key is ${key}, remember ${key}.`);
    expect(JSON.stringify([result, chunks])).not.toContain(key);
    expect(said).not.toContain(key);
  });

  it('G1, M10: the same command under a fresh message starts nothing', async () => {
    const { model, connector } = stage;
    model.script('twice', { say: ['Once.'] });
    const again = ['--idempotency-key', 'key-twice'];
    const first = await connector.play('act_twice', 'Once only. SCRIPT=twice', ...again);
    await connector.submit('Once only. SCRIPT=twice', '--id', 'act_twice', ...again);
    const second = await connector.end('act_twice');
    expect(second.result).toEqual(first.result);
    expect(model.calls('twice')).toHaveLength(1);
  });

  it('G1 to G12: the audit of all of it finds nothing broken', async () => {
    await stage.connector.expectAudited();
  });
});
