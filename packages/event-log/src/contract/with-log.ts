import type { TestContext } from 'vitest';
import type { LogFactory, LogUnderTest } from './log-under-test.js';

/** The body of a test that gets a log of its own, which is disposed of whatever happens. */
export function withLog(
  make: LogFactory,
  body: (given: LogUnderTest, context: TestContext) => Promise<void>,
): (context: TestContext) => Promise<void> {
  return async (context) => {
    const given = await make();
    try {
      await body(given, context);
    } finally {
      await given.dispose();
    }
  };
}
