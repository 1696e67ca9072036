/** The wish to stop, as signals bring it. */
export interface StopSignals {
  /** Resolves with the first SIGTERM or SIGINT. */
  readonly first: Promise<void>;
  /** Resolves with the second: stop at once. */
  readonly second: Promise<void>;
  /** Whether the first has come. */
  readonly asked: boolean;
  dispose(): void;
}

/** Listens for SIGTERM and SIGINT until disposed. */
export function onStopSignals(): StopSignals {
  const first = deferred();
  const second = deferred();
  let count = 0;
  const listener = (): void => {
    count += 1;
    (count === 1 ? first : second).resolve();
  };
  process.on('SIGTERM', listener).on('SIGINT', listener);
  return {
    first: first.promise,
    second: second.promise,
    get asked() {
      return count > 0;
    },
    dispose: () => void process.off('SIGTERM', listener).off('SIGINT', listener),
  };
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
