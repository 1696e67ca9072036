import type { FaultRule } from './fault-rule.js';

/** A rule without the run it belongs to; the marker's text tells rules of one input apart. */
export interface MarkedFault {
  readonly marker: string;
  readonly rule: FaultRule;
}

type MarkerReader = (argument: number | undefined) => FaultRule;

const READERS: Readonly<Record<string, MarkerReader>> = {
  'lost-202': () => ({ route: 'start', fault: { kind: 'lost-answer' } }),
  'delayed-202': (ms = 5000) => ({ route: 'start', fault: { kind: 'delayed-answer', delayMs: ms } }),
  'restart-start': () => ({ route: 'start', fault: { kind: 'restart' } }),
  refuse: (ms = 2000) => ({ route: 'start', fault: { kind: 'refuse-connections', forMs: ms } }),
  duplicate: () => ({ route: 'start', fault: { kind: 'duplicate-request' } }),
  'wrong-type': () => ({ route: 'start', fault: { kind: 'wrong-type' } }),
  truncated: () => ({ route: 'start', fault: { kind: 'truncated' } }),
  'slow-body': (ms = 5000) => ({ route: 'start', fault: { kind: 'slow-body', overMs: ms } }),
  'stall-server': (ms = 5000) => ({ route: 'start', fault: { kind: 'stall-server', forMs: ms } }),
  'cut-before': (n = 1) => stream({ kind: 'cut-stream', afterEvents: n, where: 'before' }),
  'cut-inside': (n = 1) => stream({ kind: 'cut-stream', afterEvents: n, where: 'inside' }),
  'cut-stream': (n = 1) => stream({ kind: 'cut-stream', afterEvents: n - 1, where: 'after' }),
  'stall-stream': (n = 1) => stream({ kind: 'stall-stream', afterEvents: n }),
  'split-frames': (n = 3) => stream({ kind: 'split-frames', pieces: n }),
  terminate: (n = 1) => stream({ kind: 'terminate', afterEvents: n }),
  'odd-frames': () => stream({ kind: 'odd-frames' }),
  'repeat-frames': () => stream({ kind: 'repeat-frames' }),
  'multi-line': () => stream({ kind: 'multi-line' }),
  'split-utf8': () => stream({ kind: 'split-utf8' }),
  restart: (n = 1) => stream({ kind: 'restart', afterEvents: n }),
};

function stream(fault: FaultRule['fault']): FaultRule {
  return { route: 'events', fault };
}

function numbered(name: string, argument: number | undefined): FaultRule | undefined {
  const [, route, code] = /^(start|status|events|approval|stop)-([45]\d\d)$/.exec(name) ?? [];
  if (route === undefined || code === undefined) return undefined;
  const rule: FaultRule = {
    route: route as 'start' | 'status' | 'events' | 'approval' | 'stop',
    fault: { kind: 'answer', status: Number(code) },
  };
  return argument === undefined ? rule : { ...rule, times: argument };
}

/** How markers are written, for `--help`. */
export const FAULT_MARKERS: readonly string[] = [
  'lost-202, delayed-202:ms, slow-body:ms, truncated, wrong-type, duplicate, refuse:ms, stall-server:ms, restart-start',
  'start-503:times, status-500:times, and so on for start, status, events, approval, stop with any 4xx or 5xx',
  'cut-before:n, cut-inside:n, cut-stream:n, stall-stream:n, restart:n, terminate:n (n: events of the stream)',
  'split-frames:pieces, split-utf8, odd-frames, multi-line, repeat-frames',
];

/**
 * Faults asked for by `FAULT=<name>` or `FAULT=<name>:<number>` in an input, so that a person at a command line
 * can provoke them; `FAULT_MARKERS` has the names. Unknown names do nothing.
 */
export function faultMarkers(input: string): readonly MarkedFault[] {
  return [...input.matchAll(/FAULT=([a-z0-9-]+)(?::(\d{1,9}))?/g)].flatMap((hit) => {
    const [marker, name = '', digits] = hit;
    const argument = digits === undefined ? undefined : Number(digits);
    const rule = READERS[name]?.(argument) ?? numbered(name, argument);
    return rule === undefined ? [] : [{ marker, rule }];
  });
}
