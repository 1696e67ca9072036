/** What keeps this process alive, counted by kind: timers, sockets, servers, children, watchers. */
export type OpenResources = ReadonlyMap<string, number>;

/** Kinds that end by themselves within a turn of the event loop or are the test runner's own. */
const PASSING: ReadonlySet<string> = new Set(['Immediate', 'TickObject', 'Microtask', 'CloseReq']);

/** Counts what is open now. */
export function openResources(): OpenResources {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) {
    if (!PASSING.has(kind)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

/** Kinds of which there are more than before, in words. */
export function leftOpen(before: OpenResources, now: OpenResources): readonly string[] {
  return [...now].flatMap(([kind, count]) => {
    const more = count - (before.get(kind) ?? 0);
    return more > 0 ? [`${more} x ${kind} (${MEANING[kind] ?? 'see process.getActiveResourcesInfo'})`] : [];
  });
}

const MEANING: Readonly<Record<string, string>> = {
  Timeout: 'a timer that was not cleared',
  ProcessWrap: 'a child process that was not ended',
  TCPServerWrap: 'a server that was not closed',
  TCPSocketWrap: 'a connection that was not closed',
  PipeWrap: 'a pipe, of a child process mostly, that was not closed',
  FSEventWrap: 'a watcher of files that was not closed',
  StatWatcher: 'a watcher of a file that was not closed',
  MessagePort: 'a port or worker that was not closed',
  Worker: 'a worker that was not ended',
  SignalWrap: 'a listener for a signal that was not removed',
};
