import { holds } from '../file/bound.js';
import type { Bound, Load } from '../file/scenario.js';

/** What a load has come to. */
export interface LoadFigures {
  /** Names of the warnings of the process, in order. */
  readonly warnings: readonly string[];
  /** Bytes in use after 500 runs; null when there were fewer. */
  readonly heapAfter500: number | null;
  readonly heapAtEnd: number;
  /** The most listeners on one abort signal beyond the open requests of that moment. */
  readonly listenersBeyondOpen: number;
  readonly lostEvents: number;
  readonly busyErrors: number;
  readonly maxBuffered: number;
}

/** What is not as a load expects, one sentence each. */
export function figureProblems(figures: LoadFigures, expect: NonNullable<Load['expect']>): readonly string[] {
  const { warnings = figures.warnings } = expect;
  return [
    ...(JSON.stringify(warnings) === JSON.stringify(figures.warnings)
      ? []
      : [`warnings: the process warned of ${JSON.stringify(figures.warnings)}`]),
    ...heapProblems(figures, expect.heapGrowthAfter500),
    ...listenerProblems(figures, expect.listenersOnShutdownSignal),
    ...boundProblems('lostEvents', figures.lostEvents, expect.lostEvents),
    ...boundProblems('busyErrorsSurfaced', figures.busyErrors, expect.busyErrorsSurfaced),
    ...boundProblems('maxBufferedEventsPerRun', figures.maxBuffered, expect.maxBufferedEventsPerRun),
  ];
}

/** `<=10%`; null when a text says something else. */
function percentOf(text: string): number | null {
  const digits = /^<=\s*(\d+)\s*%$/u.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** `<= open requests + 8`; null when a text says something else. */
function listenersBeyondOpen(text: string): number | null {
  const digits = /^<=\s*open requests\s*\+\s*(\d+)$/u.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}

function heapProblems({ heapAfter500, heapAtEnd }: LoadFigures, text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  if (heapAfter500 === null) return ['heapGrowthAfter500: there were fewer than 500 runs'];
  const growth = (heapAtEnd / heapAfter500 - 1) * 100;
  if (growth <= (percentOf(text) ?? 0)) return [];
  return [
    `heapGrowthAfter500: the heap grew by ${growth.toFixed(1)} %, from ${heapAfter500} to ${heapAtEnd} bytes`,
  ];
}

function listenerProblems(figures: LoadFigures, text: string | undefined): readonly string[] {
  if (text === undefined || figures.listenersBeyondOpen <= (listenersBeyondOpen(text) ?? 0)) return [];
  return [`listenersOnShutdownSignal: one signal had ${figures.listenersBeyondOpen} more than open requests`];
}

function boundProblems(name: string, actual: number, bound: Bound | undefined): readonly string[] {
  return bound === undefined || holds(bound, actual) ? [] : [`${name} is ${actual}, expected ${bound}`];
}
