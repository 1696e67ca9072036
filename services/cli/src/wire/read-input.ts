import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { CliError } from '../cli-error.js';

/** The bytes of a file, or of stdin for `-`. @throws CliError usage when it cannot be read or is over the limit */
export async function readInput(file: string, maxBytes: number): Promise<Uint8Array> {
  const stream: Readable = file === '-' ? process.stdin : createReadStream(file);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      const bytes = chunk as Buffer;
      size += bytes.length;
      if (size > maxBytes) break;
      chunks.push(bytes);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CliError('usage', `${file} cannot be read: ${reason}.`);
  }
  if (size > maxBytes) throw new CliError('usage', `${file} is over ${maxBytes} bytes; send it in parts.`);
  return Buffer.concat(chunks);
}
