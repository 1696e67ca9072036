import type { NewEvent } from '@aip-hermes/event-log';

/** The `sequence` members of events, where they have one. */
export function sequencesIn(events: readonly Pick<NewEvent, 'data'>[]): readonly number[] {
  return events.flatMap(({ data }) => {
    const sequence = /"sequence":(\d+)/.exec(data)?.[1];
    return sequence === undefined ? [] : [Number(sequence)];
  });
}
