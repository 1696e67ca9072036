import { runNotFound } from '../http/answer.js';
import type { Exchange, Handled } from '../http/exchange.js';
import { FaultyStream } from '../faults/faulty-stream.js';
import { pythonJson } from '../json.js';
import type { ReplayLog } from '../runs/replay-log.js';
import { seconds } from '../runs/run.js';
import { findRun } from './find-run.js';
import { clientGone, openStream } from './open-stream.js';

/** A reader that does not read for this long is dropped (15). */
const SLOW_READER_MS = 5000;

/** A waiting reader more than this many events behind is dropped (15). */
const MAX_BEHIND = 256;

/** `GET /v1/runs/{id}/events` of profile D: every reader gets everything, from the place it asks for (15). */
export async function replayEvents(exchange: Exchange): Promise<Handled> {
  const log = await findLog(exchange);
  if (log === undefined) return runNotFound(exchange.id);
  openStream(exchange);
  await copy(exchange, log);
  return 'sent';
}

async function findLog(exchange: Exchange): Promise<ReplayLog | undefined> {
  const { streamLookups, streamLookupMs } = exchange.state.profile.limits;
  for (let attempt = 0; attempt < streamLookups; attempt += 1) {
    const found = findRun(exchange);
    if (found === undefined) return undefined;
    if (found.kind === 'memory' && found.run.log !== undefined) return found.run.log;
    await exchange.process.clock.sleep(streamLookupMs);
  }
  return undefined;
}

async function copy(exchange: Exchange, log: ReplayLog): Promise<void> {
  const { response, state, fault, process, id } = exchange;
  const stream = new FaultyStream(response, fault, state);
  stream.comment(': open\n\n');
  let place = firstWanted(exchange);
  if (place < log.oldest) {
    const notice = {
      event: 'replay.truncated',
      run_id: id,
      timestamp: seconds(process.clock.now()),
      oldest_retained_seq: log.oldest,
    };
    stream.comment(`data: ${pythonJson(notice)}\n\n`);
  }
  for (;;) {
    const item = await log.take(place, state.profile.limits.keepaliveMs);
    if (clientGone(response)) {
      response.destroy();
      return;
    }
    if (item.kind === 'frame') {
      stream.frame(item.text);
      place = item.seq + 1;
      if (await tooSlow(exchange, log, place)) {
        // A clean end without terminal event and without the closing comment (15).
        stream.end();
        return;
      }
    } else stream.comment(item.kind === 'end' ? ': stream closed\n\n' : ': keepalive\n\n');
    if (item.kind !== 'end') continue;
    stream.end();
    return;
  }
}

/** Waits while the client does not read; whether it must be dropped. */
async function tooSlow({ response, process }: Exchange, log: ReplayLog, place: number): Promise<boolean> {
  if (!response.writableNeedDrain) return false;
  const behind = log.next - place;
  const inTime = await new Promise<boolean>((resolve) => {
    const done = (): void => settle(true);
    const settle = (drained: boolean): void => {
      cancel();
      response.off('drain', done).off('close', done);
      resolve(drained);
    };
    const cancel = process.clock.after(SLOW_READER_MS, () => settle(false));
    response.on('drain', done).on('close', done);
  });
  return !inTime || log.next - place > Math.max(behind, MAX_BEHIND);
}

/** After `Last-Event-ID` or `last_seq`; from the start without either, or with one that is no number (15). */
function firstWanted({ request }: Exchange): number {
  const query = new URLSearchParams((request.url ?? '').split('?')[1] ?? '').get('last_seq');
  const header = request.headers['last-event-id'];
  const given = (typeof header === 'string' ? header : query) ?? '';
  return /^\d{1,15}$/.test(given) ? Number(given) + 1 : 0;
}
