import type { ServerResponse } from 'node:http';
import type { Exchange } from '../http/exchange.js';
import { sendHead } from '../http/send.js';

/** Sends the head of an event stream: no security headers (1.4, 5.1). */
export function openStream({ response, state }: Exchange): void {
  sendHead(response, state.profile.serverHeader, 200, [
    ['Content-Type', 'text/event-stream'],
    ['Cache-Control', 'no-cache'],
    ['X-Accel-Buffering', 'no'],
    ['Transfer-Encoding', 'chunked'],
  ]);
  response.flushHeaders();
}

/** Whether the client of a stream has gone: noticed at the next write only (5.2/5). */
export function clientGone(response: ServerResponse): boolean {
  const { socket } = response;
  return response.destroyed || socket === null || socket.destroyed || !socket.writable;
}
