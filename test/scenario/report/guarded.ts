import { setTimeout } from 'node:timers';

/** Real time that one pass through a scenario may take, milliseconds. */
export const PASS_LIMIT_MS = 60_000;

/**
 * Runs something and gives its reasons to fail; a thrown error, a rejection that nobody handles and the end of its
 * time are reasons too.
 */
export async function guarded(
  run: () => Promise<readonly string[]>,
  limitMs: number,
): Promise<readonly string[]> {
  const unhandled: string[] = [];
  const note = (reason: unknown): void => void unhandled.push(`unhandled rejection: ${described(reason)}`);
  process.on('unhandledRejection', note);
  try {
    const reasons = await withinTime(run, limitMs);
    // Rejections are told when the loop has turned.
    await new Promise((resolve) => setImmediate(resolve));
    return [...reasons, ...unhandled];
  } catch (error) {
    return [described(error), ...unhandled];
  } finally {
    process.off('unhandledRejection', note);
  }
}

function withinTime(run: () => Promise<readonly string[]>, limitMs: number): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve([`did not end within ${limitMs} ms of real time`]), limitMs);
    run()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

function described(error: unknown): string {
  return error instanceof Error
    ? `${error.name}: ${error.message}`
    : `not an error was thrown: ${String(error)}`;
}
