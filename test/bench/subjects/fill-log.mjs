import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { bindingStream } from '@aip-hermes/binding';
import { openSqliteEventLog } from '@aip-hermes/event-log/sqlite';
import { rowsOf } from './fold-stream.mjs';

const EVENTS = 16;
const TOGETHER = 500;

/** A directory whose log holds so many finished bindings. Their hash chains are those of the one they were copied from. */
export async function fillLog(directory, bindings) {
  const data = mkdtempSync(join(directory, `finished-${bindings}-`));
  const log = openSqliteEventLog({ file: join(data, 'log.db') });
  const rows = rowsOf(EVENTS);
  for (let done = 0; done < bindings; done += TOGETHER) {
    const count = Math.min(TOGETHER, bindings - done);
    await Promise.all(Array.from({ length: count }, (_, nth) => fillOne(log, rows, done + nth)));
  }
  await log.close();
  return data;
}

async function fillOne(log, rows, nth) {
  const actionId = `act_filled_${nth}`;
  const events = rows.map(({ type, data, metadata }) => ({
    id: randomUUID(),
    type,
    data: data.replaceAll('act_fold', actionId),
    metadata,
  }));
  const { kind } = await log.append(bindingStream(actionId), 'no_stream', events);
  if (kind !== 'appended') throw new Error(`the append was ${kind}`);
}
