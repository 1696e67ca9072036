import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes of the heap that are in use after everything unreachable has been collected. */
export function heapSize(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('garbage cannot be collected here');
  (collect as () => void)();
  return process.memoryUsage().heapUsed;
}
