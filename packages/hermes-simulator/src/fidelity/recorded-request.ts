import type { RawRequest } from './raw-exchange.js';
import type { TranscriptLine } from './transcript-line.js';

/** A recorded request with the simulator's path, text and key put in. */
export function recordedRequest(line: TranscriptLine, path: string, text: string, key: string): RawRequest {
  return {
    method: line.method ?? 'GET',
    path,
    headers: requestHeaders(line, key),
    body: requestBody(line, text),
  };
}

function requestHeaders(line: TranscriptLine, key: string): readonly (readonly [string, string])[] {
  const headers = Object.entries(line.headers ?? {}).map(
    ([name, value]) => [name, value.replace(/^(bearer )?redacted(-without-scheme)?$/i, `$1${key}`)] as const,
  );
  return [['Host', '127.0.0.1'], ...headers];
}

function requestBody(line: TranscriptLine, text: string): Uint8Array {
  if (line.bytes_b64 !== undefined) return Buffer.from(line.bytes_b64, 'base64');
  if (line.bytes === undefined) return Buffer.from(text);
  const head = '{"input": "SCRIPT=big ';
  const body = Buffer.from(`${head}${'x'.repeat(line.bytes - head.length - 2)}"}`);
  if (line.headers?.['Transfer-Encoding'] !== 'chunked') return body;
  return Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]);
}
