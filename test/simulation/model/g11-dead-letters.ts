import type { BusRecord, Delivered, Violation } from './facts.js';

/** G11: what is no command lies on the dead-letter topic, once, with its bytes; nothing else does. */
export class DeadLetterWatch {
  readonly #dead = new Set<string>();
  readonly #letters = new Map<string, string>();

  /** A record is about to be delivered. */
  delivered({ dead, bytes }: Pick<Delivered, 'dead' | 'bytes'>): void {
    if (dead) this.#dead.add(new TextDecoder().decode(bytes));
  }

  /** Says what is wrong with the next published message, or null. */
  see({ topic, headers, text }: BusRecord): Violation | null {
    if (topic !== 'dead_letters') return null;
    const place = `${headers['aip-dead-letter-partition'] ?? ''}/${headers['aip-dead-letter-offset'] ?? ''}`;
    const again = this.#letters.has(place);
    this.#letters.set(place, text);
    if (again) return { guarantee: 'G11', why: `record ${place} has a second dead letter` };
    return this.#dead.has(text)
      ? null
      : { guarantee: 'G11', why: `the dead letter of record ${place} has bytes of no bad record` };
  }

  /** What is missing when all is over. */
  missing(delivered: readonly Delivered[]): readonly Violation[] {
    return delivered.flatMap(({ partition, offset, bytes, dead }) => {
      const place = `${partition}/${offset}`;
      const letter = this.#letters.get(place);
      if (dead ? letter === new TextDecoder().decode(bytes) : letter === undefined) return [];
      return [
        {
          guarantee: 'G11',
          why: `record ${place} has ${letter === undefined ? 'no' : 'a wrong'} dead letter`,
        },
      ];
    });
  }
}
