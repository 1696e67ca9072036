import { openSqliteEventLog } from '@aip-hermes/event-log/sqlite';
import { openSqliteBus } from '@aip-hermes/message-bus/sqlite';
import Database from 'better-sqlite3';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataDirectory } from '../wire/data-directory.js';
import { MAX_MANIFEST_BYTES } from './backup-manifest.js';
import { makeBackup } from './make-backup.js';
import { digestOf } from './synced-file.js';
import { verifyBackup } from './verify-backup.js';

let folder: string;
let copy: string;
/** A data directory with an event that is published, and a backup of it. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'aip-hermes-verify-'));
  copy = join(folder, 'copy');
  mkdirSync(copy);
  const log = openSqliteEventLog({ file: join(folder, 'log.db') });
  const id = '00000000-0000-4000-8000-000000000001';
  await log.append('s-1', 'no_stream', [{ id, type: 'T', data: '{}', metadata: '{}' }]);
  const bus = openSqliteBus({ file: join(folder, 'bus.db') });
  const checkpoint = `${await log.identity()}/${(await log.head()) ?? ''}`;
  await bus.projectionSink('0').publish([], checkpoint, null);
  await bus.close();
  await log.close();
  await backup();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function backup(): Promise<unknown> {
  const onProgress = (): void => undefined;
  return makeBackup({ source: dataDirectory(folder), into: copy, version: '1', now: () => 0, onProgress });
}

const at = (name: string): string => join(copy, name);

/** Writes the manifest to fit a changed file. */
function amend(part: 'log' | 'bus'): void {
  const manifest = JSON.parse(readFileSync(at('backup.json'), 'utf8')) as Record<string, object>;
  const amended = { ...manifest, [part]: { ...manifest[part], ...digestOf(at(`${part}.db`)) } };
  writeFileSync(at('backup.json'), JSON.stringify(amended));
}

describe('a look at a backup', () => {
  it('finds nothing in a good one', async () => {
    const { manifest, problems } = await verifyBackup(copy);
    expect(problems).toEqual([]);
    expect(manifest).toMatchObject({
      made_at: '1970-01-01T00:00:00.000Z',
      log: { head: '00000000000000000001' },
      bus: { next_offsets: [0, 0, 0, 0], undecided_commands: 0 },
      not_started: { action_ids: [], more: false },
    });
    expect(manifest.bus?.checkpoint).toBe(`${manifest.log?.identity ?? ''}/00000000000000000001`);
  });

  it('finds a changed, a cut and a lost file', async () => {
    const bytes = readFileSync(at('bus.db'));
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(5_000) ^ 1, 5_000);
    writeFileSync(at('bus.db'), changed);
    expect((await verifyBackup(copy)).problems).toMatchObject([/another content/].map(matching));
    writeFileSync(at('bus.db'), bytes.subarray(0, 8_192));
    expect((await verifyBackup(copy)).problems).toMatchObject([/8192 bytes/].map(matching));
    rmSync(at('bus.db'));
    rmSync(at('log.db'));
    expect((await verifyBackup(copy)).problems).toMatchObject([/log.*missing/, /bus.*missing/].map(matching));
  });

  it('finds what is damaged inside, and a pair no service would start on', async () => {
    const bytes = readFileSync(at('log.db'));
    writeFileSync(
      at('log.db'),
      Buffer.concat([bytes.subarray(0, 4_096), Buffer.alloc(bytes.length - 4_096)]),
    );
    amend('log');
    expect((await verifyBackup(copy)).problems).toMatchObject([/log\.db is damaged/].map(matching));
    writeFileSync(at('log.db'), bytes);
    const older = new Database(at('log.db'));
    older.exec('UPDATE head SET position = 0');
    older.close();
    amend('log');
    expect((await verifyBackup(copy)).problems).toMatchObject([/do not belong together/].map(matching));
  });

  it.each(['log.db-wal', 'log.db-shm', 'bus.db-journal', 'notes'])(
    'G7: %s beside the copies is a problem, named: SQLite would read more than the manifest knows',
    async (name) => {
      writeFileSync(at(name), '');
      expect((await verifyBackup(copy)).problems).toEqual([
        expect.stringContaining(`${at(name)} does not belong`),
      ]);
    },
  );

  it('G7: a valid write-ahead log that changes the content beside an untouched file is a problem', async () => {
    const bytes = readFileSync(at('log.db'));
    const other = new Database(at('log.db'));
    other.pragma('journal_mode = WAL');
    other.exec("UPDATE events SET data = '[]'");
    const wal = readFileSync(at('log.db-wal'));
    other.close();
    writeFileSync(at('log.db'), bytes);
    writeFileSync(at('log.db-wal'), wal);
    expect((await verifyBackup(copy)).problems).toMatchObject([/log\.db-wal does not belong/].map(matching));
  });

  it('G7: files that the manifest says are not there are a problem', async () => {
    const manifest = JSON.parse(readFileSync(at('backup.json'), 'utf8')) as object;
    writeFileSync(at('backup.json'), JSON.stringify({ ...manifest, log: null, bus: null }));
    expect((await verifyBackup(copy)).problems).toMatchObject([/bus\.db does/, /log\.db does/].map(matching));
  });

  it.each(['log.db', 'backup.json'])('G13: a pipe called %s hangs nothing', async (name) => {
    rmSync(at(name));
    execFileSync('mkfifo', [at(name)]);
    const found = await verifyBackup(copy).then(({ problems }) => problems.join(), String);
    expect(found).toMatch(/log\.db is no regular file|is no backup/);
  });

  it('G13: a manifest without end is no backup', async () => {
    rmSync(at('backup.json'));
    symlinkSync('/dev/zero', at('backup.json'));
    await expect(verifyBackup(copy)).rejects.toThrow(/is no backup/);
    rmSync(at('backup.json'));
    writeFileSync(at('backup.json'), ' '.repeat(MAX_MANIFEST_BYTES + 1));
    await expect(verifyBackup(copy)).rejects.toThrow(/is no backup/);
  });

  it.each([
    { made_at: 7 },
    { version: null },
    { not_started: { action_ids: 'x', more: false } },
    { not_started: null },
    { log: { file: 'log.db', bytes: 1, sha256: 'x' } },
    {
      bus: {
        file: 'bus.db',
        bytes: -1,
        sha256: 'x',
        checkpoint: null,
        next_offsets: {},
        undecided_commands: 0,
      },
    },
    { bus: undefined },
  ])('G13: a manifest with %j is none of this release', async (part) => {
    const manifest = JSON.parse(readFileSync(at('backup.json'), 'utf8')) as object;
    writeFileSync(at('backup.json'), JSON.stringify({ ...manifest, ...part }));
    await expect(verifyBackup(copy)).rejects.toThrow(/is no backup/);
  });

  it('takes no directory for a backup that is none', async () => {
    writeFileSync(at('backup.json'), '{"format":"aip-hermes.backup/2"}');
    for (const path of [folder, copy]) await expect(verifyBackup(path)).rejects.toThrow(/is no backup/);
  });
});

describe('G1, G7: a backup is refused', () => {
  it('when its files do not belong together', async () => {
    const older = new Database(join(folder, 'log.db'));
    older.exec('UPDATE head SET position = 0');
    older.close();
    rmSync(copy, { recursive: true });
    mkdirSync(copy);
    await expect(backup()).rejects.toThrow(/do not belong together/);
  });
});

function matching(pattern: RegExp): unknown {
  return expect.stringMatching(pattern);
}
