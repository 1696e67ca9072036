import { createHash } from 'node:crypto';
import type { Violation } from './facts.js';

/** An event as it stands in a binding stream. `chain`: what its metadata says. */
export interface Link {
  readonly stream: string;
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly chain: unknown;
}

const START = '0'.repeat(64);

/** G12, event by event: the chain of a binding covers every event so far (DESIGN 3, Tamper evidence). */
export class ChainWatch {
  readonly #heads = new Map<string, string>();

  /** Says what is wrong with the next event of a stream, or null. */
  see({ stream, id, type, data, chain }: Link): Violation | null {
    const before = this.#heads.get(stream) ?? START;
    const head = createHash('sha256').update([before, id, type, data].join('\n')).digest('hex');
    this.#heads.set(stream, head);
    return chain === head ? null : { guarantee: 'G12', why: `${stream}: ${type} breaks the hash chain` };
  }
}
