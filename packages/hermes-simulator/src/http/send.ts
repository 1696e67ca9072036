import type { ServerResponse } from 'node:http';
import type { Answer } from './answer.js';

/** Sets status and headers as the real server sends them: Date and Server last, `Connection` only to close. */
export function sendHead(
  response: ServerResponse,
  serverHeader: string,
  status: number,
  headers: Answer['headers'],
  closes = false,
): void {
  response.statusCode = status;
  response.sendDate = false;
  for (const [name, value] of headers) response.setHeader(name, value);
  response.setHeader('Date', new Date().toUTCString());
  response.setHeader('Server', serverHeader);
  if (closes || response.req.headers.connection?.toLowerCase() === 'close')
    response.setHeader('Connection', 'close');
  else response.removeHeader('Connection');
}

/** Sends a whole answer. */
export function sendAnswer(response: ServerResponse, serverHeader: string, answer: Answer): void {
  const length = ['Content-Length', String(Buffer.byteLength(answer.body))] as const;
  sendHead(response, serverHeader, answer.status, [...answer.headers, length], answer.closes);
  response.end(answer.body);
}
