import type { EventLog, RecordedEvent } from '@aip-hermes/event-log';

/** The same log, but the events that `isHit` picks are read back damaged, their text cut in half. */
export function withDamage(log: EventLog, isHit: (event: RecordedEvent) => boolean): EventLog {
  const seen = (event: RecordedEvent): RecordedEvent =>
    isHit(event)
      ? {
          ...event,
          data: event.data.slice(0, event.data.length / 2),
          damage: `event ${event.revision} of ${event.stream} is damaged: its checksum does not fit`,
        }
      : event;
  return {
    maxAppendBytes: log.maxAppendBytes,
    append: (stream, expected, events) => log.append(stream, expected, events),
    read: async (stream, options) => (await log.read(stream, options)).map(seen),
    async *subscribe(options) {
      for await (const batch of log.subscribe(options)) yield { ...batch, events: batch.events.map(seen) };
    },
    head: () => log.head(),
    identity: () => log.identity(),
    setRetention: (stream, retention) => log.setRetention(stream, retention),
    close: () => log.close(),
  };
}
