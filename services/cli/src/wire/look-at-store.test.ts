import { createHash } from 'node:crypto';
import { openSqliteEventLog } from '@aip-hermes/event-log/sqlite';
import { openSqliteBus } from '@aip-hermes/message-bus/sqlite';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataDirectory, type DataDirectory } from './data-directory.js';
import { lookAtStore } from './look-at-store.js';

let folder: string;
let directory: DataDirectory;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aip-hermes-look-'));
  directory = dataDirectory(join(folder, 'data'));
  mkdirSync(directory.path);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A log with these events and a bus that was published up to `published` of them. */
async function given(types: readonly string[], published: number | null): Promise<() => Promise<void>> {
  const log = openSqliteEventLog({ file: directory.log });
  const bus = openSqliteBus({ file: directory.bus });
  const positions: string[] = [];
  for (const [n, type] of types.entries()) {
    const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    const stream = `aip.connector.hermes_agent.operator_runs.v1-act_${n}`;
    await log.append(stream, 'any', [{ id, type, data: '{}', metadata: '{}' }]);
    positions.push((await log.head()) ?? '');
  }
  if (published !== null) {
    const position = positions[published - 1] ?? '';
    await bus.projectionSink('0').publish([], `${await log.identity()}/${position}`, null);
  }
  return async () => {
    await bus.close();
    await log.close();
  };
}

/** Every byte that counts; `-shm` is an index that SQLite makes again. */
function bytesOf(path: string): Readonly<Record<string, string>> {
  const names = readdirSync(path).filter((name) => !name.endsWith('-shm'));
  return Object.fromEntries(
    names.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(path, name)))
        .digest('hex'),
    ]),
  );
}

describe('a look at log and bus', () => {
  it.each([
    [1, 1],
    [2, 0],
    [null, 2],
  ])('DESIGN 7: published up to event %j of 2, unpublished are %i', async (published, unpublished) => {
    const close = await given(['RunCompleted', 'RunFailed'], published);
    const facts = await lookAtStore(directory);
    expect(facts.joint).toEqual({ kind: 'match', named: published !== null, unpublished });
    await close();
    expect(await lookAtStore(directory)).toEqual(facts);
  });

  it('a bus of another log is a mismatch, in words', async () => {
    await (
      await given(['RunCompleted'], 1)
    )();
    for (const end of ['', '-wal', '-shm']) rmSync(directory.log + end, { force: true });
    await openSqliteEventLog({ file: directory.log }).close();
    const { joint } = await lookAtStore(directory);
    expect(joint).toMatchObject({
      kind: 'mismatch',
      reason: expect.stringMatching(/do not belong/) as string,
    });
  });

  it('a bus whose log is gone, a damaged log, and nothing at all', async () => {
    expect(await lookAtStore(directory)).toMatchObject({
      log: { kind: 'missing' },
      bus: { kind: 'missing' },
    });
    await (
      await given(['RunCompleted'], 1)
    )();
    rmSync(directory.log);
    expect(await lookAtStore(directory)).toMatchObject({ log: { kind: 'missing' }, busHasPosition: true });
    writeFileSync(directory.log, 'not a database, whatever its name says it is');
    expect(await lookAtStore(directory)).toMatchObject({
      log: { kind: 'unusable' },
      joint: { kind: 'unknown' },
    });
  });

  it.each(['log', 'bus'] as const)(
    'issue 5.5: a damaged page of the %s that no short look meets',
    async (which) => {
      await (
        await given(
          Array.from({ length: 200 }, () => 'RunCompleted'),
          1,
        )
      )();
      const file = directory[which];
      const sound = readFileSync(file);
      expect(await lookAtStore(directory)).toMatchObject({
        [which]: { kind: 'found', structureChecked: true },
      });
      const pages = [...Array(sound.length / 4_096).keys()].slice(1);
      // SQLite takes an empty page of the wrong kind for what it is: empty.
      const full = pages.filter((page) => sound.readUInt16BE(page * 4_096 + 3) > 0);
      let found = 0;
      for (const page of full) {
        const bytes = Buffer.from(sound);
        // The kind of the page.
        bytes.writeUInt8(bytes.readUInt8(page * 4_096) ^ 0x08, page * 4_096);
        writeFileSync(file, bytes);
        if ((await lookAtStore(directory))[which].kind === 'unusable') found += 1;
      }
      expect([found, full.length > 1]).toEqual([full.length, true]);
    },
  );

  it('leaves no trace: neither in clean files, nor in those of a killed process, nor beside a running one', async () => {
    const close = await given(['RunCompleted'], 1);
    const killed = dataDirectory(join(folder, 'killed'));
    mkdirSync(killed.path);
    for (const name of readdirSync(directory.path))
      copyFileSync(join(directory.path, name), join(killed.path, name));
    expect(readdirSync(killed.path)).toContain('log.db-wal');
    const check = async (it: DataDirectory): Promise<void> => {
      const before = bytesOf(it.path);
      const { log, bus } = await lookAtStore(it);
      expect([log, bus]).toMatchObject([{ writable: { kind: 'yes' } }, { writable: { kind: 'yes' } }]);
      expect(bytesOf(it.path)).toEqual(before);
    };
    await check(directory);
    await check(killed);
    await close();
    await check(directory);
    expect(readdirSync(directory.path).sort()).toEqual(['bus.db', 'log.db']);
  });
});
