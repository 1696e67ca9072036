import { formatTimestamp } from '@aip-hermes/aip';
import {
  actionIdOfBindingStream,
  decodeEvent,
  OPEN_BINDINGS_STREAM,
  PROJECTION_VERSION,
  sealEvents,
} from '@aip-hermes/binding';
import type { EventLog, Position, SubscriptionBatch } from '@aip-hermes/event-log';
import type { Surroundings } from '../ports.js';

/** Events between two snapshots (DESIGN 3). */
const SNAPSHOT_EVERY = 1_000;

/** The event types that open or close a binding. */
const OPENING = 'OperatorRunRequested';
const CLOSING: ReadonlySet<string> = new Set([
  'RunCompleted',
  'RunFailed',
  'RunCancelled',
  'RunOutcomeUnknown',
]);

/**
 * Which bindings are open: a projection of the log with a snapshot, so that a start costs what is open and not what
 * ever was (DESIGN 3, Open bindings). A lost snapshot is rebuilt from the log.
 */
export class OpenBindings {
  readonly #log: EventLog;
  readonly #surroundings: Surroundings;
  readonly #instanceId: string;
  readonly #agent: string;
  readonly #open = new Set<string>();
  #position: Position | null = null;
  #sinceSnapshot = 0;
  #following: Promise<void> = Promise.resolve();

  constructor(deps: { log: EventLog; surroundings: Surroundings; instanceId: string; agent: string }) {
    this.#log = deps.log;
    this.#surroundings = deps.surroundings;
    this.#instanceId = deps.instanceId;
    this.#agent = deps.agent;
  }

  /**
   * Reads the snapshot and what came after it; resolves with the open Action ids once caught up, and goes on
   * following the log until `signal` aborts. @throws LogUnavailable
   */
  async start(signal: AbortSignal): Promise<readonly string[]> {
    await this.#log.setRetention(OPEN_BINDINGS_STREAM, { maxCount: 1 });
    await this.#readSnapshot();
    const types = [OPENING, ...CLOSING];
    const batches = this.#log.subscribe({ types, from: this.#position, signal })[Symbol.asyncIterator]();
    for (;;) {
      const next = await batches.next();
      if (next.done === true) return [];
      this.#apply(next.value);
      if (next.value.caughtUp) break;
      this.#surroundings.log.info(
        { open: this.#open.size, position: this.#position },
        'reading the open bindings from the log',
      );
    }
    const open = [...this.#open];
    this.#following = this.#follow(batches);
    return open;
  }

  /** Writes a last snapshot, after the signal given to `start` aborted. Best effort: a lost one costs time only. */
  async stop(): Promise<void> {
    await this.#following;
    if (this.#sinceSnapshot > 0) await this.#snapshot();
  }

  async #follow(batches: AsyncIterator<SubscriptionBatch>): Promise<void> {
    try {
      for (let next = await batches.next(); next.done !== true; next = await batches.next()) {
        this.#apply(next.value);
        if (this.#sinceSnapshot >= SNAPSHOT_EVERY) await this.#snapshot();
      }
    } catch (error) {
      this.#surroundings.log.warn(
        { err: error },
        'following the open bindings ended; the next start reads more of the log',
      );
    }
  }

  #apply(batch: SubscriptionBatch): void {
    for (const event of batch.events) {
      const actionId = actionIdOfBindingStream(event.stream);
      if (actionId === null) continue;
      if (event.type === OPENING) this.#open.add(actionId);
      else this.#open.delete(actionId);
    }
    this.#sinceSnapshot += batch.events.length;
    if (batch.position !== null) this.#position = batch.position;
  }

  async #readSnapshot(): Promise<void> {
    const [row] = await this.#log.read(OPEN_BINDINGS_STREAM, { direction: 'backwards', limit: 1 });
    if (row === undefined) return;
    const decoded = decodeEvent(row);
    if (decoded.kind !== 'beside' || decoded.event.type !== 'OpenBindingsSnapshot') {
      this.#surroundings.log.warn(
        {},
        'the snapshot of open bindings cannot be read; rebuilding it from the log',
      );
      return;
    }
    for (const actionId of decoded.event.data.action_ids) this.#open.add(actionId);
    this.#position = decoded.event.data.position;
  }

  async #snapshot(): Promise<void> {
    const data = { position: this.#position, action_ids: [...this.#open] };
    const sealed = sealEvents(
      {
        stream: OPEN_BINDINGS_STREAM,
        attemptId: this.#surroundings.ids.uuid(),
        instanceId: this.#instanceId,
        recordedAt: formatTimestamp(this.#surroundings.clock.now()),
        correlationId: null,
        causationId: null,
        projection: {
          version: PROJECTION_VERSION,
          agent: this.#agent,
          to: { id: this.#agent, kind: 'agent' },
          publish_chunks: false,
          session_id: null,
          traceparent: null,
        },
        previousChain: 'none',
      },
      [{ type: 'OpenBindingsSnapshot', data }],
    );
    this.#sinceSnapshot = 0;
    try {
      await this.#log.append(OPEN_BINDINGS_STREAM, 'any', sealed.rows);
    } catch (error) {
      this.#surroundings.log.warn(
        { err: error },
        'the snapshot of open bindings was not written; the next start reads more of the log',
      );
    }
  }
}
