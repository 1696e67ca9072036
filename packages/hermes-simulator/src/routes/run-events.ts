import { runNotFound } from '../http/answer.js';
import type { Exchange, Handled } from '../http/exchange.js';
import type { EventQueue } from '../runs/event-queue.js';
import { FaultyStream } from '../faults/faulty-stream.js';
import { findRun } from './find-run.js';
import { clientGone, openStream } from './open-stream.js';
import { replayEvents } from './replay-events.js';

/** `GET /v1/runs/{id}/events`: one shared queue, no replay for a second reader (5.2). */
export async function runEvents(exchange: Exchange): Promise<Handled> {
  const { process, id, state } = exchange;
  if (state.profile.replayableStream) return replayEvents(exchange);
  const queue = await findQueue(exchange);
  if (queue === undefined) return runNotFound(id);
  openStream(exchange);
  await copy(exchange, queue);
  // Whichever reader leaves first, for any reason, takes the queue away from all (5.2/4).
  process.runs.unsubscribe(id);
  return 'sent';
}

async function findQueue(exchange: Exchange): Promise<EventQueue | undefined> {
  const { process, id, state } = exchange;
  const { streamLookups, streamLookupMs } = state.profile.limits;
  for (let attempt = 0; attempt < streamLookups; attempt += 1) {
    const queue = findRun(exchange)?.kind === 'memory' ? process.runs.subscribe(id) : undefined;
    if (queue !== undefined) return queue;
    await process.clock.sleep(streamLookupMs);
  }
  return undefined;
}

/** Copies items until the end mark, or until a write finds the client gone: the taken event is lost then (5.2/5). */
async function copy(exchange: Exchange, queue: EventQueue): Promise<void> {
  const { response, state, fault } = exchange;
  const stream = new FaultyStream(response, fault, state);
  for (;;) {
    const item = await queue.take(state.profile.limits.keepaliveMs);
    if (clientGone(response)) {
      response.destroy();
      return;
    }
    if (item.kind === 'frame') stream.frame(item.text);
    else stream.comment(item.kind === 'end' ? ': stream closed\n\n' : ': keepalive\n\n');
    if (item.kind !== 'end') continue;
    stream.end();
    return;
  }
}
