import type { ProviderCall, Violation } from './facts.js';

/** G1: at most one start is sent per session, whatever became of its answer. */
export function checkStarts(calls: readonly ProviderCall[]): readonly Violation[] {
  const starts = new Map<string, number>();
  for (const call of calls) {
    if (call.method === 'POST' && call.path === '/v1/runs')
      starts.set(call.session, (starts.get(call.session) ?? 0) + 1);
  }
  return [...starts].flatMap(([session, count]) =>
    count === 1 ? [] : [{ guarantee: 'G1', why: `${count} starts were sent for ${session}` }],
  );
}
