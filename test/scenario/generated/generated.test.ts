import { describe, expect, it } from 'vitest';
import type { GeneratedJson, StreamVariant } from '../file/scenario.js';
import { runScenario } from '../steps/run-scenario.js';
import { figureProblems, type LoadFigures } from './load-figures.js';
import { runGeneratedJson } from './run-generated-json.js';
import { runGeneratedStream } from './run-generated-stream.js';
import { streamBody } from './stream-body.js';

const VARIANT: StreamVariant = {
  name: 'lines',
  prefix: ': begin\n',
  repeat: 'data: ',
  padChar: 'x',
  padCount: 10,
  lineEnd: '\n',
  count: 5,
  chunkBytes: 7,
  expect: { streamEnd: 'none', maxRetainedBytes: 200_000 },
};

const stream = (change: Partial<StreamVariant['expect']>): Promise<readonly string[]> =>
  runGeneratedStream(
    {
      kind: 'generated-stream/1',
      case: 'T',
      variants: [{ ...VARIANT, expect: { ...VARIANT.expect, ...change } }],
    },
    runScenario,
  );

describe('generated streams', () => {
  it('C09: the body is prefix, then unit by unit, in chunks of the size', () => {
    const chunks = [...streamBody(VARIANT)];
    expect(Buffer.concat(chunks).toString()).toBe(`: begin\n${'data: xxxxxxxxxx\n'.repeat(5)}`);
    expect(chunks.slice(0, -1).every((chunk) => chunk.length === 7)).toBe(true);
  });

  it('C09: another end, or more kept than allowed, fails', async () => {
    expect(await stream({})).toEqual([]);
    expect((await stream({ streamEnd: 'frame-limit' })).join()).toContain(
      'ends with closed, not with frame_limit',
    );
    expect((await stream({ maxRetainedBytes: 1 })).join()).toContain('more than 1');
  });
});

describe('generated JSON', () => {
  const run = (at: string, levels: number, expected: GeneratedJson['expect']): Promise<readonly string[]> =>
    runGeneratedJson(
      {
        kind: 'generated-json/1',
        case: 'T',
        variants: [{ name: 'v', open: '[', close: ']', levels, at }],
        expect: expected,
      },
      runScenario,
    );
  const context = 'body.action.input.context';

  it.each<[string, string, number, GeneratedJson['expect'], boolean]>([
    ['C93: a flat context is accepted', context, 3, { accepted: ['v'] }, true],
    ['C93: a flat context is not rejected', context, 3, { rejected: ['v'] }, false],
    ['C93: a deep context is rejected', context, 3000, { rejected: ['v'] }, true],
    ['C93: a deep context is not accepted', context, 3000, { accepted: ['v'] }, false],
    ['C93: a flat payload is recorded as it is', 'data.x', 3, { accepted: ['v'] }, true],
    ['C93: a flat payload is not opaque', 'data.x', 3, { recordedOpaque: ['v'] }, false],
    ['C93: a deep payload is opaque', 'data.x', 3000, { recordedOpaque: ['v'] }, true],
    ['C93: a deep payload is not recorded as it is', 'data.x', 3000, { accepted: ['v'] }, false],
    ['a variant of which nothing is expected', context, 3, {}, false],
    ['an expectation of no variant', context, 3, { accepted: ['v', 'w'] }, false],
  ])('%s', async (_, at, levels, expected, holds) => {
    const problems = await run(at, levels, expected);
    if (holds) expect(problems).toEqual([]);
    else expect(problems).not.toEqual([]);
  });
});

describe('figures of a load', () => {
  const good: LoadFigures = {
    warnings: [],
    heapAfter500: 100,
    heapAtEnd: 109,
    listenersBeyondOpen: 8,
    lostEvents: 0,
    busyErrors: 0,
    maxBuffered: 2,
  };
  const expected = {
    warnings: [],
    heapGrowthAfter500: '<=10%',
    listenersOnShutdownSignal: '<= open requests + 8',
    lostEvents: 0,
    busyErrorsSurfaced: 0,
    maxBufferedEventsPerRun: '<=2',
  };

  it.each<[string, Partial<LoadFigures>]>([
    ['warnings', { warnings: ['MaxListenersExceededWarning'] }],
    ['heapGrowthAfter500', { heapAtEnd: 111 }],
    ['heapGrowthAfter500', { heapAfter500: null }],
    ['listenersOnShutdownSignal', { listenersBeyondOpen: 9 }],
    ['lostEvents', { lostEvents: 1 }],
    ['busyErrorsSurfaced', { busyErrors: 1 }],
    ['maxBufferedEventsPerRun', { maxBuffered: 3 }],
  ])('C50, G13: %s has its bound', (name, change) => {
    expect(figureProblems(good, expected)).toEqual([]);
    const problems = figureProblems({ ...good, ...change }, expected);
    expect(problems).toHaveLength(1);
    expect(problems.join()).toContain(name);
  });
});
