import { openSqliteBus } from '@aip-hermes/message-bus/sqlite';
import type { InboundRecord, MessageBus } from '@aip-hermes/message-bus';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deadLetterAt } from './dead-letter.js';
import { ADVISED_CODES, letterAdvice } from './letter-advice.js';
import { letterName } from './letter-place.js';
import { findLetter, newestLetters } from './read-letters.js';

let folder: string;
let bus: MessageBus;
let nowMs = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aip-hermes-letters-'));
  nowMs = 0;
  bus = openSqliteBus({ file: join(folder, 'bus.db'), partitions: 1, now: () => nowMs, maxBatchRecords: 4 });
});
afterEach(async () => {
  await bus.close();
  rmSync(folder, { recursive: true, force: true });
});

function record(offset: number, over: Partial<InboundRecord> = {}): InboundRecord {
  return {
    topic: 'commands',
    partition: 2,
    offset,
    key: 'act_1',
    value: Uint8Array.of(0x7b, 0xff, offset),
    headers: { 'content-type': 'x', 'aip-dead-letter-reason': 'forged' },
    timestampMs: 7,
    ...over,
  };
}

const REASON = { code: 'not_utf8', message: 'It is no UTF-8.' };

async function put(count: number): Promise<void> {
  for (let offset = 0; offset < count; offset += 1) {
    nowMs = offset;
    await bus.deadLetters.put(record(offset), REASON);
  }
}

describe('dead letters', () => {
  it('G11: keep reason, place, key, headers and bytes; what the sender forged is only his header', async () => {
    nowMs = 1_000;
    await bus.deadLetters.put(record(17), REASON);
    const letter = await findLetter(bus.reader, { by: 'letter', partition: 0, offset: 0 });
    expect(letter).toEqual({
      summary: {
        id: 'dl-0-0',
        at: '1970-01-01T00:00:01.000Z',
        code: 'not_utf8',
        message: 'It is no UTF-8.',
        source: 'commands/2/17',
        key: 'act_1',
        bytes: 3,
      },
      sentAt: '1970-01-01T00:00:00.007Z',
      headers: { 'content-type': 'x', 'aip-dead-letter-reason': 'forged' },
      value: Buffer.of(0x7b, 0xff, 17),
    });
  });

  it('G13: of many, over several pages, the newest come first and the limit is kept', async () => {
    await put(11);
    const { letters, more } = await newestLetters(bus.reader, 3);
    expect(letters.map(({ source }) => source)).toEqual(['commands/2/10', 'commands/2/9', 'commands/2/8']);
    expect(more).toBe(true);
    expect(await newestLetters(bus.reader, 11)).toMatchObject({ letters: { length: 11 }, more: false });
    expect(await newestLetters(bus.reader, 9, 8)).toMatchObject({ letters: { length: 3 }, more: false });
    expect(await newestLetters(bus.reader, 9, 99)).toEqual({ letters: [], more: false });
  });

  it('are found by id and by place, on any page; others are not there', async () => {
    await put(9);
    for (const name of [letterName('dl-0-8'), letterName('commands/2/8')]) {
      expect(name === null ? null : await findLetter(bus.reader, name)).toMatchObject({
        summary: { id: 'dl-0-8', source: 'commands/2/8' },
      });
    }
    expect(await findLetter(bus.reader, { by: 'letter', partition: 0, offset: 9 })).toBeNull();
    expect(await findLetter(bus.reader, { by: 'source', place: 'commands/1/8' })).toBeNull();
  });

  it.each([
    '',
    'dl-0',
    'dl-0-x',
    'act_1',
    'commands/0',
    'commands/0/1/2',
    'commands/-1/0',
    'dl-0-99999999999999999',
  ])('%j names none', (text) => {
    expect(letterName(text)).toBeNull();
  });

  it('a letter of another adapter without these headers is still shown', () => {
    const { summary, sentAt } = deadLetterAt({
      ...record(0),
      topic: 'dead_letters',
      headers: {},
      value: null,
    });
    expect(summary).toMatchObject({ id: 'dl-2-0', code: '?', source: '?/?/?', bytes: null });
    expect(sentAt).toBeNull();
  });

  it('a very long key is cut', () => {
    const { summary } = deadLetterAt({ ...record(0), key: 'k'.repeat(10_000) });
    expect(summary.key).toMatch(/^k{256}…$/);
  });
});

describe('what can be done about a dead letter', () => {
  it('G11: there is advice of its own for every reason the connector gives', () => {
    const root = join(import.meta.dirname, '../../../..');
    const read = (path: string): string => readFileSync(join(root, path), 'utf8');
    const folder = 'packages/connector/src/admission';
    const admission = readdirSync(join(root, folder))
      .filter((name) => !name.endsWith('.test.ts'))
      .map((name) => read(join(folder, name)));
    const reader = read('packages/connector/src/admission/read-command.ts');
    const faults =
      /type NumberFault = (.*);/u.exec(read('packages/aip/src/json/to-plain-json.ts'))?.[1] ?? '';
    const given = [
      ...admission.join('\n').matchAll(/deadLetters\.put\([^;]*?code: '(\w+)'/gu),
      ...reader.matchAll(/\bdead\('(\w+)'/gu),
      ...reader.matchAll(/\bcase '(\w+)':/gu),
      ...faults.matchAll(/'(\w+)'/gu),
    ].map(([, code = '']) => code);
    expect(given.length).toBeGreaterThan(10);
    expect(given).toContain('not_an_envelope');
    expect(given).toContain('message_id_reused');
    expect(given.filter((code) => !ADVISED_CODES.includes(code))).toEqual([]);
    expect(letterAdvice('new').text).not.toBe('');
  });
});
