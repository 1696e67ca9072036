import type { EventLog, NewEvent } from '@aip-hermes/event-log';
import { memberAt } from '../../points/member-at.js';

/** What a load has recorded so far. */
export class WatchedAppends {
  /** Deltas recorded, by run. */
  readonly deltas = new Map<string, number>();
  /** Deltas recorded altogether. */
  recorded = 0;
  /** Runs that have ended well. */
  completed = 0;
  /** Called with each confirmed append. */
  onAppended: () => void = () => undefined;

  /** The log, with every confirmed append looked at. */
  watch(log: EventLog): EventLog {
    return {
      maxAppendBytes: log.maxAppendBytes,
      append: async (stream, expected, events) => {
        const outcome = await log.append(stream, expected, events);
        if (outcome.kind === 'appended') this.#saw(events);
        return outcome;
      },
      read: (stream, options) => log.read(stream, options),
      subscribe: (options) => log.subscribe(options),
      head: () => log.head(),
      identity: () => log.identity(),
      setRetention: (stream, retention) => log.setRetention(stream, retention),
      close: () => log.close(),
    };
  }

  #saw(events: readonly NewEvent[]): void {
    for (const { type, data } of events) {
      if (type === 'RunCompleted') this.completed += 1;
      if (type !== 'ProviderEventObserved' || memberAt(data, ['event']) !== 'message.delta') continue;
      this.recorded += 1;
      const run = String(memberAt(data, ['provider', 'run_id']));
      this.deltas.set(run, (this.deltas.get(run) ?? 0) + 1);
    }
    this.onAppended();
  }
}
