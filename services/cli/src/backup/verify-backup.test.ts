import { openSqliteEventLog } from '@aip-hermes/event-log/sqlite';
import { openSqliteBus } from '@aip-hermes/message-bus/sqlite';
import Database from 'better-sqlite3';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataDirectory } from '../wire/data-directory.js';
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
