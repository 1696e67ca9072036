import { stat } from 'node:fs/promises';
import type { SocketServer } from '../provider/socket-server.js';

/** Jobs that keep every thread of the pool (four unless set otherwise) busy once. */
const POOL_JOBS = 8;
/** Looks after the pool was seen empty, and real time between them, milliseconds. */
const LAST_LOOKS = 5;
const LOOK_MS = 1;

/**
 * Waits in real time until something is ready (true) or the sockets are quiet (false). On a busy machine bytes that have
 * arrived may still be decompressed by the thread pool when nothing has moved for long; that is waited for too.
 */
export async function socketIdle(sockets: SocketServer, isReady: () => boolean): Promise<boolean> {
  if (await sockets.idle(isReady)) return true;
  await Promise.all(Array.from({ length: POOL_JOBS }, () => stat('.')));
  for (let look = 0; look < LAST_LOOKS; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    if (isReady()) return true;
  }
  return false;
}
