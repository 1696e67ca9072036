import type { ExitName } from '../exit-code.js';
import { textAt, type Published } from './published.js';
import { replyOf } from './reply-of.js';
import type { Watched } from './watched.js';

/**
 * Decides when a watch is over. A terminal result or a refusal ends it, once every command known when it began has
 * its answer: so a watch right after a submit tells what became of that command, not of an earlier one, and a refused
 * reuse of an id does not hide the run that goes on. A rejecting ack ends it although the run goes on, unless a command
 * sent after the rejected one has no answer yet. With `runOnly` no rejecting ack and no error reply ends it.
 */
export class EndJudge {
  readonly #id: string;
  readonly #open: Set<string>;
  /** As they were sent. */
  readonly #commands: readonly string[];
  readonly #runOnly: boolean;
  #end: ExitName | null = null;
  #waits = false;
  #resultSeen = false;

  constructor({ id, commands }: Pick<Watched, 'id' | 'commands'>, runOnly = false) {
    this.#id = id;
    this.#commands = [...commands];
    this.#runOnly = runOnly;
    this.#open = new Set(commands);
  }

  /** The last thing said was that a person must decide. */
  get waitsForPerson(): boolean {
    return this.#waits;
  }

  /** A terminal result about the id was among the messages. */
  get resultSeen(): boolean {
    return this.#resultSeen;
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
        if (this.#runOnly && (reply.rejectingAck || reply.actionId === null)) return;
        this.#waits = false;
        this.#end = reply.end;
        if (!reply.rejectingAck) {
          this.#resultSeen = true;
          return;
        }
        if (live) this.#open.clear();
        else this.#closeBefore(message);
    }
  }

  /** Commands of one Action are taken in order: an earlier one without an answer is the run that goes on. */
  #closeBefore({ value }: Published): void {
    const rejected = this.#commands.indexOf(textAt(value, 'in_response_to') ?? '');
    for (const earlier of this.#commands.slice(0, Math.max(0, rejected))) this.#open.delete(earlier);
  }

  #answered({ value }: Published): void {
    const answered = textAt(value, 'in_response_to');
    if (answered !== null) this.#open.delete(answered);
  }
}
