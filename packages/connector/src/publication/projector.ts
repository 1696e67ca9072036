import { publishableEventTypes, publishableMessages, type Message } from '@aip-hermes/binding';
import type { EventLog, Position, RecordedEvent } from '@aip-hermes/event-log';
import { BusUnavailable, RecordTooLarge, type ProjectionSink } from '@aip-hermes/message-bus';
import type { Surroundings } from '../ports.js';
import { BackOff, wait } from '../wait.js';
import { formatCheckpoint } from './checkpoint.js';
import { checkLogAndBus } from './log-and-bus.js';

/** Records in one publication at most; a batch of the subscription gives more than one when it is larger. */
const MAX_RECORDS = 2_000;
/** Characters of values in one publication, about; bounds the memory of a catch-up (G13). */
const MAX_CHARACTERS = 4 * 1_048_576;
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;

/** What a projector is made of. */
export interface ProjectorDeps {
  readonly log: EventLog;
  readonly sink: ProjectionSink;
  readonly surroundings: Surroundings;
  /** Key, headers and value of one message may have this many bytes; a larger one becomes its substitute. */
  readonly maxMessageBytes: number;
}

/** The log holds an event under rules this build does not know. */
export class NewerEvent extends Error {
  override readonly name = 'NewerEvent';
  readonly code = 'connector.newer_event';
}

/**
 * Reads the log and publishes what follows from it, records and checkpoint together (DESIGN 7). One instance per
 * shard. An event that cannot be mapped becomes a fixed substitute; the shard goes on.
 */
export class Projector {
  readonly #deps: ProjectorDeps;
  #identity = '';
  #position: Position | null = null;
  /** The checkpoint as the bus holds it. */
  #stored: string | null = null;

  constructor(deps: ProjectorDeps) {
    this.#deps = deps;
  }

  /** Published up to here. */
  get position(): Position | null {
    return this.#position;
  }

  /**
   * Publishes until `signal` aborts. @throws LogAndBusMismatch, CheckpointMoved, NewerEvent: somebody must look;
   * LogUnavailable when the log breaks: start again.
   */
  async run(signal: AbortSignal): Promise<void> {
    const { log, sink } = this.#deps;
    const { text, position } = await checkLogAndBus(log, sink);
    this.#identity = await log.identity();
    this.#stored = text;
    this.#position = position;
    const types = publishableEventTypes;
    for await (const batch of log.subscribe({ types, from: this.#position, signal })) {
      await this.#publish(batch.events, signal);
      if (signal.aborted) return;
    }
  }

  async #publish(events: readonly RecordedEvent[], signal: AbortSignal): Promise<void> {
    let records: Outgoing[] = [];
    let characters = 0;
    let position: Position | null = null;
    for (const event of events) {
      const messages = this.#messagesOf(event, this.#deps.maxMessageBytes);
      if (messages instanceof NewerEvent) {
        if (position !== null) await this.#send(records, position, signal);
        throw messages;
      }
      for (const message of messages) {
        records.push({ event, message });
        characters += message.value.length;
      }
      position = event.position;
      if (records.length >= MAX_RECORDS || characters >= MAX_CHARACTERS) {
        if (!(await this.#send(records, position, signal))) return;
        records = [];
        characters = 0;
        position = null;
      }
    }
    if (position !== null) await this.#send(records, position, signal);
  }

  #messagesOf(event: RecordedEvent, maxBytes: number): readonly Message[] | NewerEvent {
    const publication = publishableMessages(event, maxBytes);
    if (publication.kind === 'newer') {
      return new NewerEvent(
        `Event ${event.revision} of ${event.stream} was written by a newer release (${publication.reason}). ` +
          'Nothing after it is published until this process is upgraded.',
      );
    }
    for (const { reason, detail } of publication.substitutions) {
      this.#deps.surroundings.log.error(
        { stream: event.stream, revision: event.revision, reason, detail },
        'a message cannot be published as it is; its substitute is',
      );
    }
    return publication.messages;
  }

  /** False when the process stops before the bus took it: the next start publishes it. */
  async #send(outgoing: readonly Outgoing[], position: Position, signal: AbortSignal): Promise<boolean> {
    const { sink, surroundings } = this.#deps;
    let records = outgoing.map(({ message }) => message);
    const checkpoint = formatCheckpoint({ log: this.#identity, position });
    const backOff = new BackOff(FIRST_RETRY_MS, LONGEST_RETRY_MS);
    for (let tries = 0; ; tries += 1) {
      try {
        // What failed may have been stored all the same; then publishing again would give it twice (DESIGN 7).
        if (tries === 0 || (await sink.position()) !== checkpoint)
          await sink.publish(records, checkpoint, this.#stored);
        this.#stored = checkpoint;
        this.#position = position;
        return true;
      } catch (error) {
        if (error instanceof RecordTooLarge) {
          records = this.#smaller(outgoing, records, error);
          continue;
        }
        if (!(error instanceof BusUnavailable)) throw error;
        surroundings.log.debug({ reason: error.message }, 'the bus did not take a publication; trying again');
      }
      if ((await wait(surroundings.timers, backOff.next(), signal)) === 'aborted') return false;
    }
  }

  /**
   * The bus takes less than it was said to: the record that it refused becomes its substitute, too, so that the shard goes
   * on (DESIGN 7). @throws RecordTooLarge when there is nothing smaller to put in its place
   */
  #smaller(outgoing: readonly Outgoing[], records: readonly Message[], refusal: RecordTooLarge): Message[] {
    const refused = records[refusal.index];
    const event = outgoing[refusal.index]?.event;
    if (refused === undefined || event === undefined) throw refusal;
    const place = refusal.index - outgoing.findIndex((it) => it.event === event);
    const messages = this.#messagesOf(event, sizeOf(refused) - 1);
    const substitute = messages instanceof NewerEvent ? undefined : messages[place];
    if (substitute === undefined || sizeOf(substitute) >= sizeOf(refused)) throw refusal;
    return records.map((record, index) => (index === refusal.index ? substitute : record));
  }
}

/** A message and the event that it comes from. */
interface Outgoing {
  readonly event: RecordedEvent;
  readonly message: Message;
}

/** Bytes of a message as the bus counts them. */
function sizeOf({ key, value, headers }: Message): number {
  const named = Object.entries(headers).flat();
  return [key, value, ...named].reduce((sum, text) => sum + Buffer.byteLength(text, 'utf8'), 0);
}
