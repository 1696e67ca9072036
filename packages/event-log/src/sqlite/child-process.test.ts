import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { someEvents } from '../contract/given-events.js';
import { openSqliteEventLog } from './index.js';
import { aDirectory, type TestDirectory } from './test-directory.js';

describe('the log and other processes', () => {
  let directory: TestDirectory;
  const children: ChildProcess[] = [];

  beforeEach(() => {
    const built = fileURLToPath(new URL('../../dist/sqlite/index.js', import.meta.url));
    if (!existsSync(built))
      throw new Error('Build first (npm run build): the child processes run the built log.');
    directory = aDirectory();
  });

  afterEach(async () => {
    await Promise.all(children.splice(0).map(kill));
    directory.remove();
  });

  function run(fixture: string, file: string): { child: ChildProcess; lines: AsyncIterator<string> } {
    const script = fileURLToPath(new URL(`./fixtures/${fixture}`, import.meta.url));
    const child = spawn(process.execPath, [script, file], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
  }

  it('a reader process sees what was there and what comes live, and the writer goes on', async () => {
    const file = directory.file('log.db');
    const log = openSqliteEventLog({ file });
    const live = (data: string) => log.append('live.v1-1', 'any', someEvents(1, { type: 'Live', data }));
    await live('0');
    const { lines } = run('read-live.mjs', file);
    expect(await take(lines, 2)).toEqual(['0', 'caught up']);
    for (const data of ['1', '2', '3']) {
      await log.append('live.v1-2', 'any', someEvents(2));
      await live(data);
      expect(await take(lines, 1)).toEqual([data]);
    }
    await log.close();
  });

  it('a reader works when the writer has gone, in peace or by SIGKILL', async () => {
    const file = directory.file('log.db');
    const log = openSqliteEventLog({ file });
    await log.append('live.v1-1', 'any', someEvents(1, { type: 'Live', data: '"peace"' }));
    await log.close();
    expect(await take(run('read-live.mjs', file).lines, 2)).toEqual(['"peace"', 'caught up']);

    const { child, lines } = run('append-for-ever.mjs', file);
    const [first] = await take(lines, 1);
    await kill(child);
    const reader = openSqliteEventLog({ file, readOnly: true });
    const [stream = '', id] = first?.split(' ') ?? [];
    expect((await reader.read(stream))[0]?.id).toBe(id);
    await reader.close();
  });

  it('S1: kill -9 of a writer loses no answered append and leaves none half written', async () => {
    const file = directory.file('log.db');
    for (let round = 0; round < 3; round += 1) {
      const killedFile = `${file}-${round}`;
      const { child, lines } = run('append-for-ever.mjs', killedFile);
      const answered = await take(lines, 300 + round * 171);
      const rest = drain(lines);
      await kill(child);
      answered.push(...(await rest));
      const log = openSqliteEventLog({ file: killedFile });
      const stored = new Set<string>();
      for (let n = 0; n < 8; n += 1) {
        const events = await log.read(`killed.v1-${n}`);
        expect(events.length % 3).toBe(0);
        for (const event of events) stored.add(`${event.stream} ${event.id}`);
      }
      expect(answered.filter((line) => !stored.has(line))).toEqual([]);
      await log.close();
    }
  });
});

async function take(lines: AsyncIterator<string>, count: number): Promise<string[]> {
  const taken: string[] = [];
  while (taken.length < count) {
    const next = await lines.next();
    if (next.done === true) throw new Error('The child process ended.');
    taken.push(next.value);
  }
  return taken;
}

/** The lines that were still on their way; a last one cut off by the kill has no id and is left out. */
async function drain(lines: AsyncIterator<string>): Promise<string[]> {
  const taken: string[] = [];
  for (let next = await lines.next(); next.done !== true; next = await lines.next()) taken.push(next.value);
  return taken.filter((line) => /^\S+ [0-9a-f-]{36}$/.test(line));
}

function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}
