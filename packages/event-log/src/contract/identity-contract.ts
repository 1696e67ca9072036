import { describe, expect, it } from 'vitest';
import { aStream, someEvents } from './given-events.js';
import type { LogFactory } from './log-under-test.js';
import { withLog } from './with-log.js';

/** A log is known by its identity, whoever opens it. That other logs have others, adapters test that have others. */
export function identityContract(make: LogFactory): void {
  describe('identity', () => {
    it(
      'is a short word, the same for every opener, before and after appends and a new opening',
      withLog(make, async ({ log, secondWriter = log, reopen }) => {
        const identity = await log.identity();
        expect(identity).toMatch(/^[A-Za-z0-9_-]{1,128}$/);
        await log.append(aStream(), 'no_stream', someEvents(2));
        expect(await log.identity()).toBe(identity);
        expect(await secondWriter.identity()).toBe(identity);
        const opened = await reopen?.();
        if (opened !== undefined) expect(await opened.identity()).toBe(identity);
      }),
    );
  });
}
