import type { Duplex } from 'node:stream';

/** What the real server's HTTP parser writes for a request it cannot parse (1.3); the connection ends after it. */
export function answerBadRequest(
  error: Error & { rawPacket?: Buffer },
  socket: Duplex,
  server: string,
): void {
  // A reset, or an error after the request was parsed: there is nobody to answer.
  if (!socket.writable || error.rawPacket === undefined) {
    socket.destroy();
    return;
  }
  const head = error.rawPacket.toString('latin1');
  const length = /^content-length:.*$/im.exec(head)?.[0];
  const line = head.split('\r\n')[0] ?? '';
  const body =
    length !== undefined && /[^\d\s]/.test(length.slice(15))
      ? `Invalid character in Content-Length:\n\n  b'${length}'\n  ${' '.repeat(length.indexOf(' ') + 3)}^`
      : `Invalid method encountered:\n\n  b'${line}'\n    ^`;
  socket.end(
    `HTTP/1.0 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `Date: ${new Date().toUTCString()}\r\nServer: ${server}\r\n\r\n${body}`,
  );
}
