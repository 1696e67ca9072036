import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A server of raw bytes on a loopback port. */
export interface LoopbackServer {
  readonly origin: string;
  readonly port: number;
  /** Whole requests in order of arrival, head and body. */
  readonly requests: string[];
  /** Connections accepted so far. */
  accepted(): number;
  /** Connections open now. */
  open(): number;
  /** Resolves when no connection is open. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Called with each whole request; `nth` counts all requests from 1. */
export type Respond = (socket: Socket, request: string, nth: number) => void;

/** Starts a server that reads each request whole (by content-length) before it answers. */
export async function loopbackServer(respond: Respond): Promise<LoopbackServer> {
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  let accepted = 0;
  let onIdle: () => void = () => undefined;
  const server: Server = createServer((socket) => {
    accepted += 1;
    sockets.add(socket);
    let received = '';
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
      for (let end = requestEnd(received); end !== null; end = requestEnd(received)) {
        const request = received.slice(0, end);
        received = received.slice(end);
        requests.push(request);
        respond(socket, request, requests.length);
      }
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0) onIdle();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const idle = (): Promise<void> =>
    sockets.size === 0
      ? Promise.resolve()
      : new Promise((resolve) => {
          onIdle = resolve;
        });
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    requests,
    accepted: () => accepted,
    open: () => sockets.size,
    idle,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A whole answer with a content length. */
export function answerText(status: string, body: string, headers: readonly string[] = []): string {
  return [`HTTP/1.1 ${status}`, `content-length: ${Buffer.byteLength(body)}`, ...headers, '', body].join(
    '\r\n',
  );
}

/** The head of an answer in chunked coding. */
export function chunkedHead(status: string, headers: readonly string[]): string {
  return [`HTTP/1.1 ${status}`, 'transfer-encoding: chunked', ...headers, '', ''].join('\r\n');
}

/** One chunk of chunked coding; no bytes give the last one. */
export function chunkOf(bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}

function requestEnd(received: string): number | null {
  const head = received.indexOf('\r\n\r\n');
  if (head === -1) return null;
  const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, head))?.[1] ?? '0';
  const end = head + 4 + Number(length);
  return received.length >= end ? end : null;
}
