import type { Socket } from 'node:net';
import { constants, createGzip, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fixtureBytes } from './testing/fixtures.js';
import { chunkedHead, chunkOf } from './testing/loopback-server.js';
import { bytesOf, get, useSockets } from './testing/socket-harness.js';
import { collect, QUIET } from './testing/test-client.js';
import { TransportFailure } from './transport.js';

const sockets = useSockets();
const { serve } = sockets;

describe('content coding', () => {
  const gzipped = ['content-type: text/event-stream', 'content-encoding: gzip'];

  it('C13: a gzip stream flushed for each event is read event by event', async () => {
    const gzip = createGzip();
    let socket_: Socket | null = null;
    const send = (text: string): void => {
      gzip.write(text);
      gzip.flush(constants.Z_SYNC_FLUSH);
    };
    const { server, client } = await serve((socket) => {
      socket_ = socket;
      socket.write(chunkedHead('200 OK', gzipped));
      gzip.on('data', (bytes: Buffer) => socket.write(chunkOf(bytes)));
      gzip.on('end', () => socket.end(chunkOf(Buffer.alloc(0))));
      send('data: {"event":"a"}\n\n');
    });
    const seen: string[] = [];
    for await (const { events, end } of client.openEvents('run_1', QUIET)) {
      seen.push(...events.map(({ name }) => name), ...(end === null ? [] : [end.reason]));
      if (events[0]?.name === 'a') send('data: {"event":"b"}\n\n');
      if (events[0]?.name === 'b') gzip.end();
    }
    expect(seen).toEqual(['a', 'b', 'closed']);
    expect(socket_).not.toBeNull();
    expect(server.requests[0]?.toLowerCase()).toContain('\r\naccept-encoding: identity');
  });

  it('C13: the recorded gzip body gives its events; the truncated one ends as transport after its deltas', async () => {
    const read = async (file: string): Promise<readonly string[]> => {
      const { client } = await serve((socket) => {
        socket.write(chunkedHead('200 OK', gzipped));
        socket.write(chunkOf(fixtureBytes(file)));
        socket.end(chunkOf(Buffer.alloc(0)));
      });
      const items = await collect(client.openEvents('run_1', QUIET));
      return [
        ...items.flatMap(({ events }) => events.map(({ name }) => name)),
        items.at(-1)?.end?.reason ?? '',
      ];
    };
    expect(await read('C13-stream.sse.gz')).toEqual([
      'message.delta',
      'message.delta',
      'run.completed',
      'closed',
    ]);
    expect(await read('C13-stream-truncated.sse.gz')).toEqual([
      'message.delta',
      'message.delta',
      'transport',
    ]);
  });

  it('C13: gzip and deflate JSON are decoded; cut, damaged and unknown codings are failures', async () => {
    const json = Buffer.from('{"status":"running"}');
    const cases: readonly [coding: string, body: Buffer, outcome: string][] = [
      ['gzip', gzipSync(json), json.toString()],
      ['x-gzip', gzipSync(json), json.toString()],
      ['deflate', deflateSync(json), json.toString()],
      ['identity', json, json.toString()],
      ['gzip', gzipSync(json).subarray(0, -9), 'truncated'],
      ['gzip', Buffer.from('no gzip at all'), 'protocol'],
      ['br', json, 'protocol'],
      ['gzip, gzip', json, 'protocol'],
    ];
    for (const [coding, body, outcome] of cases) {
      const { server } = await serve((socket) => {
        socket.write(chunkedHead('200 OK', [`content-encoding: ${coding}`]));
        socket.write(chunkOf(body));
        socket.write(chunkOf(Buffer.alloc(0)));
      });
      const response = await sockets.transport().request(get(server));
      const read = await bytesOf(response.body).catch((thrown: unknown) => thrown);
      expect(read instanceof TransportFailure ? read.reason : read).toBe(outcome);
    }
  });

  it('C13: gzip that unpacks to more than the body limit is unreadable, not memory', async () => {
    const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024, ' '));
    const { client } = await serve((socket) => {
      socket.write(chunkedHead('200 OK', ['content-encoding: gzip']));
      socket.write(chunkOf(bomb));
      socket.write(chunkOf(Buffer.alloc(0)));
    });
    expect(await client.readStatus('run_1', QUIET)).toMatchObject({
      kind: 'transient',
      reason: expect.stringContaining('larger than') as string,
    });
  });
});
