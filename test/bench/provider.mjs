import { fork } from 'node:child_process';
import { once } from 'node:events';

const SERVER = new URL('provider-server.mjs', import.meta.url);

/** Starts the provider as a child process. `released()`: when the streams that are opened next are let go. */
export async function startProvider({ events, runs }) {
  const child = fork(SERVER, [String(events), String(runs)], { execArgv: [] });
  const [{ port }] = await once(child, 'message');
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async released() {
      const [message] = await once(child, 'message');
      return BigInt(message.released);
    },
    async close() {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}
