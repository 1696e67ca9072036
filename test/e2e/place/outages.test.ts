import { openSqliteBus } from '@aip-hermes/message-bus/sqlite';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CliProcess } from '../cli-process.js';
import { Deployment, startsReceived, type SimulatorProcess } from '../deployment.js';
import { actionLine } from './commands-of.js';
import {
  fullDatabase,
  limitedBySignal,
  limitedFiles,
  lockedBy,
  readValue,
  smallDisk,
  type Fault,
} from './fault.js';

/** Where a fault hits: the file that has to be named. */
type Hit = 'log.db' | 'bus.db';

interface Place {
  /** The file that is told of. */
  readonly hits: Hit;
  /** Another that may be, should it be written meanwhile. */
  readonly mayHit?: Hit;
  /** How a command ends that is submitted meanwhile. */
  readonly submit: 0 | 9;
  /** Options for Node of the service. */
  readonly node?: string;
  fault(here: Deployment, service: CliProcess): Fault | Promise<Fault>;
}

const FILES_THAT_MAY_NOT_GROW: Place = {
  hits: 'log.db',
  mayHit: 'bus.db',
  submit: 0,
  fault: (_, up) => limitedFiles(up),
};

const PLACES: Readonly<Record<string, Place>> = {
  'a full log': {
    hits: 'log.db',
    submit: 0,
    node: limitedBySignal('log.db'),
    fault: (_, up) => fullDatabase(up),
  },
  'a full bus': {
    hits: 'bus.db',
    submit: 0,
    node: limitedBySignal('bus.db'),
    fault: (_, up) => fullDatabase(up),
  },
  'files that may not grow': FILES_THAT_MAY_NOT_GROW,
  'a log that is locked': { hits: 'log.db', submit: 0, fault: (here) => lockedBy(join(here.data, 'log.db')) },
  'a bus that is locked': { hits: 'bus.db', submit: 9, fault: (here) => lockedBy(join(here.data, 'bus.db')) },
};

const DURING = Array.from({ length: 12 }, (_, n) => `act_during_${n}`);

/** Of those from before the fault there is one. */
const COMMANDS_STORED = 'SELECT sum(next_offset) FROM heads WHERE topic = 0';

/** What must hold at every moment: read what follows before what it follows from. */
async function expectNothingAhead(here: Deployment, simulator: SimulatorProcess): Promise<void> {
  const log = join(here.data, 'log.db');
  const count = (type: string): number =>
    Number(readValue(log, `SELECT count(*) FROM events WHERE type = '${type}'`));
  const offsets = Number(
    readValue(join(here.data, 'bus.db'), 'SELECT coalesce(sum(next_offset), 0) FROM consumer_offsets'),
  );
  expect(offsets).toBeLessThanOrEqual(count('OperatorRunRequested'));
  let starts = 0;
  for (const id of DURING) starts += await startsReceived(simulator, id);
  // The one from before is claimed, too.
  expect(starts).toBeLessThan(count('RunStartClaimed'));
}

/** Resolves when each Action has a message of the topic. In this process, so that nothing has to start first. */
async function untilPublished(
  here: Deployment,
  topic: 'stream_chunks' | 'results',
  ids: readonly string[],
): Promise<void> {
  const bus = openSqliteBus({ file: join(here.data, 'bus.db'), readOnly: true, pollMs: 20 });
  const missing = new Set(ids);
  const { signal } = new AbortController();
  for await (const { records } of bus.reader.read({ topics: [topic], follow: true, signal })) {
    for (const { key } of records) missing.delete(key ?? '');
    if (missing.size === 0) break;
  }
  await bus.close();
}

interface LogLine {
  readonly level: string;
  readonly file?: string;
  readonly reason?: string;
  readonly msg: string;
}

const linesOf = (up: CliProcess): readonly LogLine[] =>
  up.errors.split('\n').map((line) => JSON.parse(line) as LogLine);

/** A service with a run under way meets the fault; commands come; the fault ends. */
async function livesThrough(here: Deployment, place: Place, disk: Fault | null): Promise<void> {
  const simulator = await here.simulator(8, { max_concurrent_runs: 4 });
  const up = here.start(['up', '--json'], undefined, { NODE_OPTIONS: place.node ?? '' });
  await up.line((line) => line.includes('ready'));
  const fault = disk ?? (await place.fault(here, up));
  await here.submit('SCRIPT=long', '--id', 'act_before');
  await untilPublished(here, 'stream_chunks', ['act_before']);
  await fault.begin();
  const lines = DURING.map((id) => actionLine(id, `SCRIPT=plain ${'x'.repeat(3_000)}`)).join('\n');
  const submitting = here.run(['submit', '-'], lines);
  await up.errorLine((line) => line.includes('cannot be used') && line.includes(place.hits));
  const submitted = await submitting;
  expect(submitted.code).toBe(place.submit);
  await expectNothingAhead(here, simulator);
  await fault.end();
  if (place.submit !== 0) {
    expect(submitted.errors).toMatch(/bus\.db.*nothing was stored/);
    expect(readValue(join(here.data, 'bus.db'), COMMANDS_STORED)).toBe(1);
    expect((await here.run(['submit', '-'], lines)).code).toBe(0);
  }

  await untilPublished(here, 'results', ['act_before', ...DURING]);
  expect(await up.kill('SIGTERM')).toBe(0);
  for (const id of ['act_before', ...DURING])
    expect([id, await startsReceived(simulator, id)]).toEqual([id, 1]);
  const audited = await here.run(['audit', '--all']);
  expect([audited.code, audited.errors]).toEqual([0, '']);
  expectToldOnce(up, place);
}

function expectToldOnce(up: CliProcess, { hits, mayHit }: Place): void {
  const lines = linesOf(up);
  const loud = lines.filter(({ level }) => level === 'warn' || level === 'error');
  const files = loud.map(({ file = '' }) => file.slice(-hits.length));
  expect(files.filter((file) => file === hits)).toHaveLength(1);
  expect(files.filter((file) => file !== hits && file !== mayHit)).toEqual([]);
  for (const { reason = '', file = '?' } of loud) {
    expect(reason).toContain(file);
    expect(reason).toMatch(/bytes are free there.*(Free some space|Check the disk)|locked.*Find it/);
  }
  expect(lines.filter(({ msg }) => msg.includes('can be written again'))).toHaveLength(loud.length);
}

// Most of the time they wait, so side by side.
describe('DESIGN 5: a place that fails for a while', { timeout: 60_000 }, () => {
  it.concurrent.each(Object.entries(PLACES))('G1, G6, G7: up lives through %s', async (_, place) => {
    const here = new Deployment();
    try {
      await livesThrough(here, place, null);
    } finally {
      await here.remove();
    }
  });

  it.concurrent('G1, G6, G7: up lives through a full disk', async () => {
    const here = new Deployment();
    // Where nothing may be mounted, files that may not grow stand in for it.
    const disk = smallDisk(here.data);
    try {
      await livesThrough(here, { ...FILES_THAT_MAY_NOT_GROW, submit: disk === null ? 0 : 9 }, disk);
    } finally {
      disk?.unmount();
      await here.remove();
    }
  });
});
