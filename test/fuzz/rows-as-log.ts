import type { RecordedRow } from '@aip-hermes/binding';
import type { EventLog, RecordedEvent } from '@aip-hermes/event-log';

/** A log to read that holds exactly these rows, however impossible they are; positions follow their order. */
export function rowsAsLog(rows: readonly RecordedRow[]): EventLog {
  const events: readonly RecordedEvent[] = rows.map((row, index) => ({
    ...row,
    position: String(index + 1).padStart(20, '0'),
  }));
  const head = events.at(-1)?.position ?? null;
  const refused = (): Promise<never> => Promise.reject(new Error('this log is only read'));
  return {
    maxAppendBytes: 1024 * 1024,
    append: refused,
    setRetention: refused,
    read: (stream, { from = 0, limit = Infinity } = {}) =>
      Promise.resolve(
        events.filter((event) => event.stream === stream && event.revision >= from).slice(0, limit),
      ),
    async *subscribe({ types }) {
      yield await Promise.resolve({
        events: events.filter(({ type }) => types.includes(type)),
        position: head,
        caughtUp: true,
      });
    },
    head: () => Promise.resolve(head),
    identity: () => Promise.resolve('rows'),
    close: () => Promise.resolve(),
  };
}
