import { describe, expect, it } from 'vitest';
import { LogUnavailable } from '../errors.js';
import { aStream, aType, someEvents } from './given-events.js';
import type { LogFactory } from './log-under-test.js';
import { withLog } from './with-log.js';

/** What closing promises. */
export function closeContract(make: LogFactory): void {
  describe('close', () => {
    it(
      'waits for appends under way and keeps them',
      withLog(make, async ({ log, reopen }) => {
        const stream = aStream();
        const appends = Array.from({ length: 10 }, () => log.append(stream, 'any', someEvents(2)));
        await log.close();
        const outcomes = await Promise.all(appends);
        expect(outcomes.every((outcome) => outcome.kind === 'appended')).toBe(true);
        const opened = await reopen?.();
        if (opened !== undefined) expect(await opened.read(stream)).toHaveLength(20);
      }),
    );

    it(
      'ends subscriptions quietly, may be called again, and nothing works afterwards',
      withLog(make, async ({ log }) => {
        const given = { types: [aType()], from: null, signal: new AbortController().signal };
        let batches = 0;
        const ended = (async () => {
          for await (const _ of log.subscribe(given)) batches += 1;
        })();
        await log.append(aStream(), 'no_stream', someEvents(1));
        await Promise.all([log.close(), log.close()]);
        await ended;
        await log.close();
        expect(batches).toBeGreaterThan(0);
        await expect(log.append(aStream(), 'any', someEvents(1))).rejects.toThrow(LogUnavailable);
        await expect(log.read(aStream())).rejects.toThrow(LogUnavailable);
        await expect(log.head()).rejects.toThrow(LogUnavailable);
        await expect(log.identity()).rejects.toThrow(LogUnavailable);
        await expect(log.setRetention(aStream(), { maxCount: 1 })).rejects.toThrow(LogUnavailable);
      }),
    );
  });
}
