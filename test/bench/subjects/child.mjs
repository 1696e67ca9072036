import { fork } from 'node:child_process';
import { once } from 'node:events';

const SCRIPT = new URL('child-main.mjs', import.meta.url);

/**
 * A subject in a process of its own, so that memory and start are its alone. `ask(request)` gets one answer; `kill` ends it
 * without warning. Bounded by `timeoutMs`.
 */
export function startChild(what, options, timeoutMs = 120_000) {
  const child = fork(SCRIPT, [what, JSON.stringify(options)], { execArgv: ['--expose-gc'] });
  const answer = async () => {
    const signal = globalThis.AbortSignal.timeout(timeoutMs);
    const gone = once(child, 'exit', { signal }).then(() => {
      throw new Error(`the ${what} process ended by itself`);
    });
    const [message] = await Promise.race([once(child, 'message', { signal }), gone]);
    return message;
  };
  return {
    ready: () => answer(),
    ask(request) {
      child.send(request);
      return answer();
    },
    async close() {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
    async kill() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
