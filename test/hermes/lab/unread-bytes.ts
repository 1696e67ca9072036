import { readFileSync } from 'node:fs';

/**
 * Bytes that lie unread in the connections to a local port, by the kernel's own table (Linux). So a test knows that a request
 * has arrived at a process that is stopped and cannot say so itself.
 */
export function unreadBytes(port: string): number {
  const local = `0100007F:${Number(port).toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1);
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, address, , state]) => address === local && state === ESTABLISHED)
    .reduce((sum, [, , , , queues = ':0']) => sum + Number.parseInt(queues.split(':')[1] ?? '0', 16), 0);
}

const ESTABLISHED = '01';
