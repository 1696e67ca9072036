import { pipeline, Readable, type Transform } from 'node:stream';
import { constants, createGunzip, createInflate } from 'node:zlib';
import { TransportFailure } from './transport.js';

/**
 * The body without its content coding, decoded as it arrives (C13: a proxy may compress although identity was
 * asked for). A body that ends inside the coding, is damaged, or has a coding nobody asked for, throws
 * TransportFailure.
 */
export function decodedBody(
  body: AsyncIterable<Uint8Array>,
  coding: string | undefined,
): AsyncIterable<Uint8Array> {
  switch (coding?.trim().toLowerCase() ?? '') {
    case '':
    case 'identity':
      return body;
    case 'gzip':
    case 'x-gzip':
      return inflated(body, () => createGunzip({ flush: constants.Z_SYNC_FLUSH }));
    case 'deflate':
      return inflated(body, () => createInflate({ flush: constants.Z_SYNC_FLUSH }));
    default:
      return unknownCoding(body);
  }
}

async function* inflated(
  body: AsyncIterable<Uint8Array>,
  engineOf: () => Transform,
): AsyncGenerator<Uint8Array, void, undefined> {
  const engine = engineOf();
  // The pipeline carries errors to the engine and closes the source when the engine is destroyed.
  pipeline(Readable.from(body, { objectMode: false }), engine, () => undefined);
  try {
    for await (const chunk of engine) yield chunk as Uint8Array;
  } catch (thrown) {
    throw thrown instanceof TransportFailure ? thrown : codingFailure(thrown);
  } finally {
    engine.destroy();
  }
}

function codingFailure(thrown: unknown): TransportFailure {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : null;
  return code === 'Z_BUF_ERROR'
    ? new TransportFailure('truncated', true, 'the compressed body ended early')
    : new TransportFailure('protocol', true, 'the compressed body is damaged');
}

async function* unknownCoding(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  // Closes the source without reading it.
  await body[Symbol.asyncIterator]().return?.();
  yield* [];
  throw new TransportFailure('protocol', true, 'the body has a content coding that was not asked for');
}
