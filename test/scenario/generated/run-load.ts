import type { Load } from '../file/scenario.js';
import { jsonText } from '../file/json-text.js';
import { goodCommand } from './happy-provider.js';
import { heapSize } from './heap-size.js';
import { ListenerWatch } from './listener-watch.js';
import { figureProblems, type LoadFigures } from './load-figures.js';
import { startLoadProcess } from './load-process.js';
import { LoadProvider } from './load-provider.js';
import { loadStorage, type LoadStorage } from './load-storage.js';
import { WatchedAppends } from './watched-appends.js';

/** Runs after which the heap counts as warm. */
const WARM_RUNS = 500;

/** Real time without an append after which a load is given up, milliseconds. */
const STALL_MS = 30_000;

/** Plays many happy runs on the machine's clock, so many at a time, and looks at what they have cost. */
export async function runLoad(load: Load): Promise<readonly string[]> {
  const storage = loadStorage(load.given?.store);
  try {
    const figures = await measured(load, storage);
    return figureProblems(figures, load.expect ?? {});
  } finally {
    await storage.close();
  }
}

async function measured(load: Load, storage: LoadStorage): Promise<LoadFigures> {
  const provider = new LoadProvider(load.eventsPerRun, load.eventsPerSecondPerRun);
  const appends = new WatchedAppends();
  const listeners = new ListenerWatch(() => provider.open);
  const warnings: string[] = [];
  const complaints: string[] = [];
  const note = (warning: Error): void => void warnings.push(warning.name);
  process.on('warning', note);
  try {
    const stop = await startLoadProcess({
      log: appends.watch(storage.log),
      bus: storage.bus,
      transport: provider,
      concurrency: load.concurrency,
      complained: (message, fields) => complaints.push(`${message} ${JSON.stringify(fields)}`),
    });
    const { heapAfter500, maxBuffered } = await playRuns(load, storage, appends, provider);
    await stop();
    const expected = load.runs * Math.max(0, load.eventsPerRun - 1);
    return {
      warnings,
      heapAfter500,
      heapAtEnd: heapSize(),
      listenersBeyondOpen: listeners.worst,
      lostEvents: expected - appends.recorded + (load.runs - appends.completed),
      busyErrors: [...complaints, ...storage.failures.map(String)].filter(isBusy).length,
      maxBuffered,
    };
  } finally {
    listeners.stop();
    process.off('warning', note);
  }
}

/** Delivers a command whenever one of the runs has ended, until all have. */
function playRuns(
  { runs, concurrency, eventsPerRun }: Load,
  { bus }: LoadStorage,
  appends: WatchedAppends,
  provider: LoadProvider,
): Promise<Pick<LoadFigures, 'heapAfter500' | 'maxBuffered'>> {
  let delivered = 0;
  let heapAfter500: number | null = null;
  let maxBuffered = 0;
  return new Promise((resolve, reject) => {
    const stall = setTimeout(() => {
      reject(
        new Error(`nothing was recorded for ${STALL_MS} ms; ${appends.completed} of ${runs} runs have ended`),
      );
    }, STALL_MS);
    const deliver = (): void => {
      delivered += 1;
      const command = { ...goodCommand(`act_load_${delivered}`), sent_at: new Date().toISOString() };
      const value = Buffer.from(jsonText(command));
      bus.commandSink.send({ key: `act_load_${delivered}`, value, headers: {} }).catch(reject);
    };
    appends.onAppended = () => {
      maxBuffered = Math.max(maxBuffered, mostBuffered(appends, provider, eventsPerRun - 1));
      stall.refresh();
      if (appends.completed >= WARM_RUNS) heapAfter500 ??= heapSize();
      while (delivered < runs && delivered - appends.completed < concurrency) deliver();
      if (appends.completed < runs) return;
      clearTimeout(stall);
      resolve({ heapAfter500, maxBuffered });
    };
    if (runs === 0) appends.onAppended();
    while (delivered < runs && delivered < concurrency) deliver();
  });
}

/** Deltas that were read and are not recorded, of the run that has most. Runs whose deltas are all there are forgotten. */
function mostBuffered({ deltas }: WatchedAppends, { read }: LoadProvider, ofEach: number): number {
  let most = 0;
  for (const [run, count] of read) {
    const recorded = deltas.get(run) ?? 0;
    most = Math.max(most, count - recorded);
    if (recorded >= ofEach) {
      read.delete(run);
      deltas.delete(run);
    }
  }
  return most;
}

function isBusy(text: string): boolean {
  return /SQLITE_BUSY|database is locked/u.test(text);
}
