import { constants, gunzipSync } from 'node:zlib';
import { TransportFailure } from '@aip-hermes/hermes-client';

/** A body without its gzip coding, piece by piece, as the transport port promises it. */
export async function* decodedPieces(
  pieces: AsyncGenerator<Uint8Array, void, undefined>,
  coding: string | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (coding === undefined || coding === 'identity') return yield* pieces;
  if (coding !== 'gzip') throw new TransportFailure('protocol', true, 'scripted: unknown content coding');
  const coded: Uint8Array[] = [];
  let given = 0;
  for await (const piece of pieces) {
    coded.push(piece);
    const text = gunzip(coded, constants.Z_SYNC_FLUSH);
    if (text.length > given) yield text.subarray(given);
    given = text.length;
  }
  gunzip(coded, constants.Z_FINISH);
}

function gunzip(coded: readonly Uint8Array[], finishFlush: number): Buffer {
  try {
    return gunzipSync(Buffer.concat(coded), { finishFlush });
  } catch {
    throw new TransportFailure('truncated', true, 'scripted: damaged gzip');
  }
}
