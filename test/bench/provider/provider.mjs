import { fork } from 'node:child_process';
import { once } from 'node:events';

const SERVER = new URL('server.mjs', import.meta.url);

/**
 * Starts the provider as a child process and tells it what streams to give (streaming.mjs). `released()`: when the
 * streams that are opened next are let go, monotonic nanoseconds, the same clock in every process; `counts()`: what it
 * was asked since it began.
 */
export async function startProvider(settings) {
  const child = fork(SERVER, [], { execArgv: [] });
  const messages = mailbox(child);
  const { port } = await messages.next('port');
  child.send({ settings });
  await messages.next('ready');
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async released() {
      return BigInt((await messages.next('released')).released);
    },
    async counts() {
      child.send({ counts: true });
      return (await messages.next('counts')).counts;
    },
    async close() {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}

/** Messages by their one member, each given to the oldest one who waits for it. */
function mailbox(child) {
  const waiting = new Map();
  child.on('message', (message) => {
    const [kind] = Object.keys(message);
    waiting.get(kind)?.shift()?.resolve(message);
  });
  child.on('exit', () => {
    for (const queue of waiting.values())
      for (const { reject } of queue) reject(new Error('the provider ended'));
  });
  return {
    next(kind) {
      return new Promise((resolve, reject) => {
        const queue = waiting.get(kind) ?? [];
        queue.push({ resolve, reject });
        waiting.set(kind, queue);
      });
    },
  };
}
