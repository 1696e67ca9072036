import type { ServerResponse } from 'node:http';
import type { Answer } from './answer.js';

/** Sets status and headers as the real server sends them: Date and Server last, no keep-alive header. */
export function sendHead(
  response: ServerResponse,
  serverHeader: string,
  status: number,
  headers: Answer['headers'],
): void {
  response.statusCode = status;
  response.sendDate = false;
  if (response.req.headers.connection?.toLowerCase() === 'close') response.setHeader('Connection', 'close');
  else response.removeHeader('Connection');
  for (const [name, value] of headers) response.setHeader(name, value);
  response.setHeader('Date', new Date().toUTCString());
  response.setHeader('Server', serverHeader);
}

/** Sends a whole answer. */
export function sendAnswer(response: ServerResponse, serverHeader: string, answer: Answer): void {
  const length = ['Content-Length', String(Buffer.byteLength(answer.body))] as const;
  sendHead(response, serverHeader, answer.status, [...answer.headers, length]);
  response.end(answer.body);
}
