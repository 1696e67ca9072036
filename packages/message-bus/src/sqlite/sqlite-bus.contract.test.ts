import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  commandSinkContract,
  commandSourceContract,
  deadLettersContract,
  messageReaderContract,
  projectionSinkContract,
  type BusFixture,
} from '../contract/index.js';
import { openSqliteBus } from './sqlite-bus.js';

async function makeBus(): Promise<BusFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'aip-bus-'));
  return {
    open: () =>
      Promise.resolve(
        openSqliteBus({ file: join(folder, 'bus.db'), pollMs: 5, backOff: { firstMs: 1, maxMs: 5 } }),
      ),
    remove: () => rm(folder, { recursive: true }),
  };
}

commandSinkContract('sqlite', makeBus);
commandSourceContract('sqlite', makeBus);
deadLettersContract('sqlite', makeBus);
projectionSinkContract('sqlite', makeBus);
messageReaderContract('sqlite', makeBus);
