type StopSignal = 'SIGINT' | 'SIGTERM';

/** The wish to stop, as signals bring it. */
export interface StopSignals {
  /** Resolves with the first SIGTERM or SIGINT. */
  readonly first: Promise<void>;
  /** Resolves with the second: stop at once. */
  readonly second: Promise<void>;
  /** Whether the first has come. */
  readonly asked: boolean;
  /** Which came first; null: none yet. */
  readonly name: StopSignal | null;
  dispose(): void;
}

/** Listens for SIGTERM and SIGINT until disposed. */
export function onStopSignals(): StopSignals {
  const first = deferred();
  const second = deferred();
  let name: StopSignal | null = null;
  const listener = (signal: NodeJS.Signals): void => {
    (name === null ? first : second).resolve();
    name ??= signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM';
  };
  process.on('SIGTERM', listener).on('SIGINT', listener);
  return {
    first: first.promise,
    second: second.promise,
    get asked() {
      return name !== null;
    },
    get name() {
      return name;
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
