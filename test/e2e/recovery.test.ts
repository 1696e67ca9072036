import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CANARY_KEY, Deployment, startsReceived } from './deployment.js';

let here: Deployment;
beforeEach(() => {
  here = new Deployment();
});
afterEach(() => here.remove());

describe('DESIGN 5: what an earlier process left open, with real processes', () => {
  it('G1, O7: after SIGKILL a bound run is polled to its end and started once', async () => {
    const simulator = await here.simulator(10);
    const up = await here.up();
    const id = await here.submit('SCRIPT=long');
    const live = here.start(['watch', id, '--json']);
    await live.line((line) => line.includes('stream_chunk'));
    await up.kill('SIGKILL');
    const next = await here.up();
    expect(next.values.at(-1)).toMatchObject({ recovered: 1 });
    // The watch has lived through it.
    expect(await live.exit).toBe(0);
    expect(await startsReceived(simulator, id)).toBe(1);
    const audited = await here.run(['audit', id]);
    expect(audited.code).toBe(0);
    expect(audited.lines.join('\n')).toContain('taken_over');
  });

  it('S7, G3: after SIGKILL a claimed start without an answer is unknown and never repeated', async () => {
    const simulator = await here.simulator(1);
    const up = await here.up();
    const id = await here.submit('SCRIPT=plain FAULT=delayed-202:20000');
    while ((await startsReceived(simulator, id)) === 0);
    await up.kill('SIGKILL');
    const next = await here.up();
    const watched = await here.run(['watch', id]);
    expect(watched.code).toBe(5);
    expect(watched.lines.join('\n')).toContain('outcome unknown');
    expect(await startsReceived(simulator, id)).toBe(1);
    expect(await next.kill('SIGTERM')).toBe(0);
    expect((await here.run(['audit', '--all'])).code).toBe(0);
  });

  it('Stop: SIGTERM leaves a run that outlasts the drain to the next process', async () => {
    const simulator = await here.simulator(10, { drain_timeout_ms: 100 });
    const up = await here.up();
    const id = await here.submit('SCRIPT=long');
    const live = here.start(['watch', id, '--json']);
    await live.line((line) => line.includes('stream_chunk'));
    expect(await up.kill('SIGTERM')).toBe(0);
    expect((await here.run(['show', id, '--json'])).values).toMatchObject([{ status: 'running' }]);
    await here.up();
    expect(await live.exit).toBe(0);
    expect(await startsReceived(simulator, id)).toBe(1);
  });

  it('Stop: a second signal ends the drain at once', async () => {
    await here.simulator(1, { drain_timeout_ms: 300_000 });
    const up = await here.up();
    const id = await here.submit('SCRIPT=long');
    const live = here.start(['watch', id, '--json']);
    await live.line((line) => line.includes('stream_chunk'));
    const exit = up.kill('SIGTERM');
    await up.errorLine((line) => line.includes('stopping'));
    await up.kill('SIGTERM');
    expect(await exit).toBe(0);
  });

  it('G10: the key is in no file and no output', async () => {
    await here.simulator(10);
    const up = await here.up();
    const id = await here.submit('SCRIPT=run-tool-with-reasoning');
    const outputs = await Promise.all(
      [['watch', id], ['list'], ['manifest']].map((args) => here.run([...args, '--json'])),
    );
    const audited = await here.run(['audit', id, '--json']);
    await up.kill('SIGTERM');
    for (const { lines, errors } of [...outputs, audited, up])
      expect(lines.join() + errors).not.toContain(CANARY_KEY);
    for (const file of readdirSync(here.data)) {
      expect(readFileSync(join(here.data, file)).includes(CANARY_KEY), file).toBe(false);
    }
  });
});
