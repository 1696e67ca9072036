import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { answerText, chunkedHead, chunkOf } from './testing/loopback-server.js';
import { manualTimers } from './testing/manual-timers.js';
import { bytesOf, get, useSockets } from './testing/socket-harness.js';
import { collect, QUIET } from './testing/test-client.js';

const START = { body: '{"input":"Grüße"}', idempotencyKey: 'k'.repeat(43), headers: {}, timeoutMs: 10_000 };
const ACCEPTED = answerText('202 Accepted', '{"run_id":"run_1","status":"started"}');
const STREAM = ['content-type: text/event-stream'];

const sockets = useSockets();
const { serve, clientOf } = sockets;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

describe('the request on the wire', () => {
  it('G1: a start is one POST with its length, no Origin, and a connection that is closed after it', async () => {
    const { server, client } = await serve((socket) => socket.write(ACCEPTED));
    expect(await client.startRun(START, QUIET)).toMatchObject({ kind: 'accepted', runId: 'run_1' });
    await server.idle();
    const [head, body] = (server.requests[0] ?? '').split('\r\n\r\n');
    expect(server.requests).toHaveLength(1);
    expect(head).toMatch(/^POST \/v1\/runs HTTP\/1\.1\r\n/);
    expect(head?.toLowerCase()).toContain(`\r\ncontent-length: ${Buffer.byteLength(START.body)}`);
    expect(head?.toLowerCase()).toContain('\r\nconnection: close');
    expect(head?.toLowerCase()).not.toContain('origin:');
    expect(Buffer.from(body ?? '', 'latin1').toString()).toBe(START.body);
  });

  it('a hint before the answer is not the answer', async () => {
    const { client } = await serve((socket) => socket.write(`HTTP/1.1 103 Early Hints\r\n\r\n${ACCEPTED}`));
    expect(await client.startRun(START, QUIET)).toMatchObject({ kind: 'accepted' });
  });

  it('status reads share kept connections', async () => {
    const { server, client } = await serve((socket) =>
      socket.write(answerText('200 OK', '{"status":"running"}')),
    );
    for (const _ of [1, 2, 3])
      expect(await client.readStatus('run_1', QUIET)).toMatchObject({ kind: 'status' });
    // The library may open a second one while it still puts the first back.
    expect(server.accepted()).toBeLessThanOrEqual(2);
  });
});

describe('starts that get no whole answer', () => {
  const variants: readonly [string, (socket: Socket) => void][] = [
    ['reset before any byte', (socket) => socket.resetAndDestroy()],
    ['closed before any byte', (socket) => socket.end()],
    ['half a header', (socket) => socket.end('HTTP/1.1 202 Accepted\r\nContent-Ty')],
    ['nonsense', (socket) => socket.end('220 mail.example ESMTP\r\n')],
    [
      'cut JSON',
      (socket) => socket.end('HTTP/1.1 202 Accepted\r\ncontent-length: 50\r\n\r\n{"run_id":"run_1"'),
    ],
    ['cut chunk', (socket) => socket.end(`${chunkedHead('202 Accepted', [])}20\r\n{"run_id":"run_1"}`)],
  ];
  for (const [name, respond] of variants) {
    it(`C31: ${name}: exactly one POST, unknown, sent`, async () => {
      const { server, client } = await serve(respond);
      expect(await client.startRun(START, QUIET)).toMatchObject({ kind: 'unknown', requestSent: true });
      await server.idle();
      expect(server.requests).toHaveLength(1);
      expect(server.accepted()).toBe(1);
    });
  }

  it('C31: silence: given up by the timer, unknown, sent, and the connection is gone', async () => {
    const timers = manualTimers();
    const { server } = await serve(() => {
      timers.fire();
      timers.fire();
    });
    expect(await clientOf(server.origin, timers).startRun(START, QUIET)).toMatchObject({
      kind: 'unknown',
      requestSent: true,
      reason: 'no whole answer in the time allowed',
    });
    await server.idle();
    expect(server.requests).toHaveLength(1);
  });

  it('S4: an answer that waits in the socket when the timer fires is read', async () => {
    const timers = manualTimers();
    const { server } = await serve((socket) => {
      socket.end(answerText('202 Accepted', '{"run_id":"run_1"}'));
      timers.fire();
    });
    expect(await clientOf(server.origin, timers).startRun(START, QUIET)).toMatchObject({
      kind: 'accepted',
      runId: 'run_1',
    });
    expect(server.requests).toHaveLength(1);
  });

  it('S6: a refused port is unknown, not sent', async () => {
    const client = clientOf(`http://127.0.0.1:${await freePort()}`);
    expect(await client.startRun(START, QUIET)).toMatchObject({
      kind: 'unknown',
      requestSent: false,
      reason: 'the connection was refused',
    });
  });

  it('S6: a name that does not resolve is unknown, not sent', async () => {
    expect(await clientOf('http://hermes.invalid').startRun(START, QUIET)).toMatchObject({
      kind: 'unknown',
      requestSent: false,
      reason: 'the host name could not be resolved',
    });
  });

  it('S6: a server without TLS is unknown, not sent', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.resume().end('HTTP/1.1 400 Bad Request\r\n\r\n');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await clientOf(`https://127.0.0.1:${port}`).startRun(START, QUIET)).toMatchObject({
      kind: 'unknown',
      requestSent: false,
      reason: 'no secure connection could be made',
    });
    server.close();
    await once(server, 'close');
  });

  it('S6: an abort while the connection is being made ends at once, not sent', async () => {
    // Nothing answers the TLS greeting, so the connection stays half made.
    const abort = new AbortController();
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => abort.abort());
      socket.resume();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await clientOf(`https://127.0.0.1:${port}`).startRun(START, abort.signal)).toMatchObject({
      kind: 'unknown',
      requestSent: false,
    });
    await sockets.transport().close();
    server.close();
    await once(server, 'close');
  });

  it('S10: an illegal header never reaches the network', async () => {
    const { server } = await serve((socket) => socket.write(ACCEPTED));
    const request = get(server, { headers: { 'x-secret': 'a\nsecret-value' } });
    const failure = await sockets
      .transport()
      .request(request)
      .catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({ reason: 'local', requestSent: false });
    expect(String(failure)).not.toContain('secret-value');
    expect(server.accepted()).toBe(0);
  });
});

describe('kept connections', () => {
  it('C43: a start never uses a kept socket, and a socket closed on the POST gives exactly one POST', async () => {
    const { server, client } = await serve((socket, request) => {
      if (request.startsWith('GET')) socket.write(answerText('200 OK', '{"status":"running"}'));
      else socket.resetAndDestroy();
    });
    await client.readStatus('run_1', QUIET);
    expect(await client.startRun(START, QUIET)).toMatchObject({ kind: 'unknown', requestSent: true });
    expect(server.requests.filter((request) => request.startsWith('POST'))).toHaveLength(1);
    expect(server.accepted()).toBe(2);
  });

  it('C43: a GET on a socket that the server closes on it is not repeated either', async () => {
    const { server, client } = await serve((socket, _, nth) => {
      if (nth === 1) socket.write(answerText('200 OK', '{"status":"running"}'));
      else socket.resetAndDestroy();
    });
    expect(await client.readStatus('run_1', QUIET)).toMatchObject({ kind: 'status' });
    expect(await client.readStatus('run_1', QUIET)).toMatchObject({ kind: 'transient' });
    expect(server.requests).toHaveLength(2);
  });

  it('open streams take no place in a bounded pool', async () => {
    await sockets.replaceTransport({ connectTimeoutMs: 5_000, maxConnections: 1 });
    const { client } = await serve((socket, request) => {
      if (request.includes('/events'))
        socket.write(chunkedHead('200 OK', STREAM) + chunkOf(Buffer.from(':\n')).toString());
      else socket.write(answerText('200 OK', '{"status":"running"}'));
    });
    const abort = new AbortController();
    for await (const item of client.openEvents('run_1', abort.signal)) {
      if (item.end !== null) break;
      expect(await client.readStatus('run_1', QUIET)).toMatchObject({ kind: 'status' });
      abort.abort();
    }
  });
});

describe('redirects', () => {
  it('C45: are never followed and the other port sees nothing', async () => {
    const other = await serve((socket) => socket.write(ACCEPTED));
    const { server, client } = await serve((socket) =>
      socket.write(answerText('307 Temporary Redirect', '', [`location: ${other.server.origin}/steal?x=1`])),
    );
    expect(await client.startRun(START, QUIET)).toMatchObject({ kind: 'unknown', httpStatus: 307 });
    expect(await client.readStatus('run_1', QUIET)).toMatchObject({ kind: 'transient', httpStatus: 307 });
    const [item] = await collect(client.openEvents('run_1', QUIET));
    expect(item?.end?.reason).toBe('http_status');
    expect(server.requests).toHaveLength(3);
    expect(other.server.accepted()).toBe(0);
  });
});

describe('event streams', () => {
  it('C15: each write is read as it comes, and a proper end is closed', async () => {
    let client_: Socket | null = null;
    const { client } = await serve((socket) => {
      client_ = socket;
      socket.write(chunkedHead('200 OK', STREAM));
      socket.write(chunkOf(Buffer.from('data: {"event":"a"}\n\n')));
    });
    const seen: string[] = [];
    for await (const { events, end } of client.openEvents('run_1', QUIET)) {
      seen.push(...events.map(({ name }) => name), ...(end === null ? [] : [end.reason]));
      // The second frame is only written when the first was read.
      if (events[0]?.name === 'a') client_!.write(chunkOf(Buffer.from('data: {"event":"b"}\n\n')));
      if (events[0]?.name === 'b') client_!.end(chunkOf(Buffer.alloc(0)));
    }
    expect(seen).toEqual(['a', 'b', 'closed']);
  });

  it('O6: a connection that breaks is a transport end, after the events before it', async () => {
    const { client } = await serve((socket) => {
      socket.write(chunkedHead('200 OK', STREAM));
      socket.end(chunkOf(Buffer.from('data: {"event":"a"}\n\n')));
    });
    const items = await collect(client.openEvents('run_1', QUIET));
    expect(items.flatMap(({ events }) => events)).toHaveLength(1);
    expect(items.at(-1)?.end?.reason).toBe('transport');
  });

  it('G13: an abort, and leaving the loop, close the connection', async () => {
    const { server, client } = await serve((socket) => {
      socket.write(chunkedHead('200 OK', STREAM));
      socket.write(chunkOf(Buffer.from(': hello\n\n')));
    });
    const abort = new AbortController();
    for await (const item of client.openEvents('run_1', abort.signal)) {
      if (item.end !== null) expect(item.end.reason).toBe('aborted');
      abort.abort();
    }
    await server.idle();
    for await (const item of client.openEvents('run_1', QUIET)) {
      expect(item.end).toBeNull();
      break;
    }
    await server.idle();
    expect(server.accepted()).toBe(2);
  });

  it('G13: leaving the body closes the connection without any abort', async () => {
    const { server } = await serve((socket) => {
      socket.write(chunkedHead('200 OK', STREAM));
      socket.write(chunkOf(Buffer.from(': hello\n\n')));
    });
    for (const freshConnection of [true, false]) {
      const response = await sockets.transport().request(get(server, { freshConnection }));
      for await (const chunk of response.body) {
        expect(chunk.length).toBe(9);
        break;
      }
      await server.idle();
    }
  });

  it('G13: a reader that does not read stops the socket instead of filling memory', async () => {
    const block = chunkOf(Buffer.alloc(64 * 1024, ':'));
    let written = 0;
    let stuck: () => void = () => undefined;
    const isStuck = new Promise<void>((resolve) => {
      stuck = resolve;
    });
    const { server } = await serve((socket) => {
      socket.write(chunkedHead('200 OK', STREAM));
      // 256 MiB would be offered; the writer stops when the reader's side takes no more.
      while (written < 4096 && socket.write(block)) written += 1;
      const more = (): void => {
        let idleTicks = 0;
        const watch = (): void => {
          if (socket.writableNeedDrain) idleTicks += 1;
          else {
            idleTicks = 0;
            while (written < 4096 && socket.write(block)) written += 1;
          }
          if (idleTicks > 2000 || written >= 4096) stuck();
          else setImmediate(watch);
        };
        watch();
      };
      more();
    });
    const abort = new AbortController();
    const response = await sockets
      .transport()
      .request(get(server, { freshConnection: true, signal: abort.signal }));
    expect(response.status).toBe(200);
    await isStuck;
    expect(written).toBeLessThan(1024);
    abort.abort();
    await expect(bytesOf(response.body)).rejects.toMatchObject({ reason: 'aborted' });
  });
});

describe('closing', () => {
  it('G13: ends open exchanges, is idempotent, and refuses what comes later as local', async () => {
    const { server, client } = await serve((socket, request) => {
      if (request.startsWith('GET'))
        socket.write(chunkedHead('200 OK', STREAM) + chunkOf(Buffer.from(':\n')).toString());
    });
    const start = client.startRun(START, QUIET);
    const items = [];
    for await (const item of client.openEvents('run_1', QUIET)) {
      items.push(item);
      await client.close();
    }
    expect(items.at(-1)?.end?.reason).toBe('transport');
    expect(await start).toMatchObject({ kind: 'unknown', requestSent: true });
    await client.close();
    expect(await client.startRun(START, QUIET)).toMatchObject({ kind: 'not_sent' });
    await server.idle();
    expect(server.open()).toBe(0);
  });

  it('an aborted signal makes no connection', async () => {
    const { server } = await serve((socket) => socket.write(ACCEPTED));
    const failure = sockets.transport().request(get(server, { signal: AbortSignal.abort() }));
    await expect(failure).rejects.toMatchObject({ reason: 'aborted', requestSent: false });
    expect(server.accepted()).toBe(0);
  });
});
