import { setTimeout } from 'node:timers/promises';

/** Longest wait for a reader that takes nothing any more, milliseconds. */
const FLUSH_LIMIT_MS = 1_000;

/** Ends the process with its exit code although a handle may be left. What was written gets out first. */
export async function endProcess(): Promise<never> {
  const flushed = Promise.all([process.stdout, process.stderr].map(flush));
  await Promise.race([flushed, setTimeout(FLUSH_LIMIT_MS)]);
  process.exit();
}

/** An error counts as flushed: that text is lost. */
function flush(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()));
}
