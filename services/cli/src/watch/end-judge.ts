import type { ExitName } from '../exit-code.js';
import { textAt, type Published } from './published.js';
import { replyOf } from './reply-of.js';
import type { Watched } from './watched.js';

/**
 * Decides when a watch is over. A terminal result or a refusal ends it, once every command known when it began has
 * its answer: so a watch right after a submit tells what became of that command, not of an earlier one, and a refused
 * reuse of an id does not hide the run that goes on. A rejecting ack that comes while watching always ends it.
 */
export class EndJudge {
  readonly #id: string;
  readonly #open: Set<string>;
  #end: ExitName | null = null;
  #waits = false;

  constructor({ id, commands }: Pick<Watched, 'id' | 'commands'>) {
    this.#id = id;
    this.#open = new Set(commands);
  }

  /** The last thing said was that a person must decide. */
  get waitsForPerson(): boolean {
    return this.#waits;
  }

  /** Takes messages in the order they were published. `live`: they came while watching. */
  take(messages: readonly Published[], live: boolean): void {
    for (const message of messages) this.#takeOne(message, live);
  }

  /** The end, once there is one; asked when all that is published was taken. */
  get end(): ExitName | null {
    return this.#open.size === 0 ? this.#end : null;
  }

  #takeOne(message: Published, live: boolean): void {
    const reply = replyOf(message);
    switch (reply.kind) {
      case 'chunk':
        this.#waits = false;
        return;
      case 'promise':
        return;
      case 'accepted':
        this.#answered(message);
        return;
      case 'requires_human':
        this.#answered(message);
        if (reply.actionId === this.#id) this.#waits = true;
        return;
      case 'end':
        this.#answered(message);
        if (reply.actionId !== null && reply.actionId !== this.#id) return;
        this.#waits = false;
        this.#end = reply.end;
        if (reply.rejectingAck && live) this.#open.clear();
    }
  }

  #answered({ value }: Published): void {
    const answered = textAt(value, 'in_response_to');
    if (answered !== null) this.#open.delete(answered);
  }
}
