import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryEventLog } from './memory/index.js';
import type { EventLog, ExpectedRevision, Retention } from './port.js';
import { openSqliteEventLog } from './sqlite/index.js';
import { aDirectory } from './sqlite/test-directory.js';

type Step =
  | {
      readonly kind: 'append';
      readonly stream: string;
      readonly expected: ExpectedRevision;
      readonly ids: string[];
    }
  | { readonly kind: 'retain'; readonly stream: string; readonly retention: Retention }
  | { readonly kind: 'wait'; readonly ms: number };

const stream = fc.constantFrom('a-1', 'a-2');
const expected = fc.oneof(
  fc.constant<ExpectedRevision>('no_stream'),
  fc.constant<ExpectedRevision>('any'),
  fc.nat({ max: 6 }),
);
const ids = fc.uniqueArray(fc.constantFrom('i0', 'i1', 'i2', 'i3', 'i4'), { minLength: 1, maxLength: 3 });
const retention = fc.record({
  maxCount: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  maxAgeMs: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('append' as const), stream, expected, ids }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('retain' as const), stream, retention }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 15 }) }),
  },
);

describe('adapters', () => {
  it('memory and SQLite give the same answers to any sequence of calls', async () => {
    const directory = aDirectory();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        let time = 0;
        const now = (): number => time;
        const logs = [
          createMemoryEventLog({ now }),
          openSqliteEventLog({ file: directory.file(`${(run += 1)}.db`), now }),
        ];
        const retained = new Set<string>();
        for (const next of steps) {
          // Once a stream: whether events that were hidden come back under a wider retention is not promised.
          if (next.kind === 'retain' && retained.has(next.stream)) continue;
          if (next.kind === 'retain') retained.add(next.stream);
          if (next.kind === 'wait') time += next.ms;
          const [memory, sqlite] = await Promise.all(logs.map((log) => answer(log, next)));
          expect(sqlite).toEqual(memory);
        }
        await Promise.all(logs.map((log) => log.close()));
      }),
      { numRuns: 30 },
    );
    directory.remove();
  });
});

async function answer(log: EventLog, next: Step): Promise<unknown> {
  const outcome = await perform(log, next);
  return { outcome, head: await log.head(), streams: [await log.read('a-1'), await log.read('a-2')] };
}

async function perform(log: EventLog, next: Step): Promise<unknown> {
  switch (next.kind) {
    case 'append':
      return log.append(
        next.stream,
        next.expected,
        next.ids.map((id) => ({ id, type: 'T', data: '{}', metadata: '{}' })),
      );
    case 'retain':
      return log.setRetention(next.stream, next.retention);
    case 'wait':
      return undefined;
  }
}
