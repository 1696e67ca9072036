import type { ServerResponse } from 'node:http';
import { runNotFound } from '../http/answer.js';
import type { Exchange, Handled } from '../http/exchange.js';
import { sendHead } from '../http/send.js';
import type { EventQueue } from '../runs/event-queue.js';
import { FaultyStream } from '../faults/faulty-stream.js';

/** `GET /v1/runs/{id}/events`: one shared queue, no replay for a second reader (5.2). */
export async function runEvents(exchange: Exchange): Promise<Handled> {
  const { process, id, state, response } = exchange;
  const queue = await findQueue(exchange);
  if (queue === undefined) return runNotFound(id);
  sendHead(response, state.profile.serverHeader, 200, [
    ['Content-Type', 'text/event-stream'],
    ['Cache-Control', 'no-cache'],
    ['X-Accel-Buffering', 'no'],
    ['Transfer-Encoding', 'chunked'],
  ]);
  response.flushHeaders();
  await copy(exchange, queue);
  // Whichever reader leaves first, for any reason, takes the queue away from all (5.2/4).
  process.runs.unsubscribe(id);
  return 'sent';
}

async function findQueue({ process, id, state }: Exchange): Promise<EventQueue | undefined> {
  const { streamLookups, streamLookupMs } = state.profile.limits;
  for (let attempt = 0; attempt < streamLookups; attempt += 1) {
    const queue = process.runs.subscribe(id);
    if (queue !== undefined) return queue;
    await process.clock.sleep(streamLookupMs);
  }
  return undefined;
}

/** Copies items until the end mark, or until a write finds the client gone: the taken event is lost then (5.2/5). */
async function copy(exchange: Exchange, queue: EventQueue): Promise<void> {
  const { response, state, fault } = exchange;
  const stream = new FaultyStream(response, fault, () => state.restart());
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

function clientGone(response: ServerResponse): boolean {
  const { socket } = response;
  return response.destroyed || socket === null || socket.destroyed || !socket.writable;
}
