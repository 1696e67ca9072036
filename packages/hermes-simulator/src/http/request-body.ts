import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** A request body read to its end. */
export interface RequestBody {
  /** The bytes, or undefined when there were more than the limit; they are counted and hashed all the same. */
  readonly bytes: Uint8Array | undefined;
  readonly length: number;
  readonly sha256: string;
}

/** Reads a body, keeping at most `limit` bytes in memory. Rejects when the client goes away before the end. */
export async function readRequestBody(request: IncomingMessage, limit: number): Promise<RequestBody> {
  const hash = createHash('sha256');
  const kept: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    hash.update(chunk);
    if (length <= limit) kept.push(chunk);
    else kept.length = 0;
  }
  return {
    bytes: length <= limit ? Buffer.concat(kept) : undefined,
    length,
    sha256: hash.digest('hex'),
  };
}
