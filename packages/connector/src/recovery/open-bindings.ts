import { formatTimestamp } from '@aip-hermes/aip';
import {
  actionIdOfBindingStream,
  decodeEvent,
  OPEN_BINDINGS_STREAM,
  PROJECTION_VERSION,
  sealEvents,
} from '@aip-hermes/binding';
import type { EventLog, Position, RecordedEvent, SubscriptionBatch } from '@aip-hermes/event-log';
import type { Surroundings } from '../ports.js';
import { BackOff, wait } from '../wait.js';

/** Events between two snapshots (DESIGN 3). */
const SNAPSHOT_EVERY = 1_000;
/** Waits before the log is followed again after it broke, milliseconds. */
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

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
    const batches = this.#batches(signal);
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
    if (this.#sinceSnapshot >= SNAPSHOT_EVERY) await this.#snapshot();
    const open = [...this.#open];
    this.#following = this.#follow(batches, signal);
    return open;
  }

  /** Writes a last snapshot, after the signal given to `start` aborted. Best effort: a lost one costs time only. */
  async stop(): Promise<void> {
    await this.#following;
    if (this.#sinceSnapshot > 0) await this.#snapshot();
  }

  #batches(signal: AbortSignal): AsyncIterator<SubscriptionBatch> {
    const types = [OPENING, ...CLOSING];
    return this.#log.subscribe({ types, from: this.#position, signal })[Symbol.asyncIterator]();
  }

  /** Goes on when the log was away: the snapshot stays near the head, however long this process lives. */
  async #follow(first: AsyncIterator<SubscriptionBatch>, signal: AbortSignal): Promise<void> {
    const backOff = new BackOff(FIRST_RETRY_MS, LONGEST_RETRY_MS);
    let batches: AsyncIterator<SubscriptionBatch> | null = first;
    for (;;) {
      try {
        batches ??= this.#batches(signal);
        for (let next = await batches.next(); next.done !== true; next = await batches.next()) {
          this.#apply(next.value);
          backOff.reset();
          if (this.#sinceSnapshot >= SNAPSHOT_EVERY) await this.#snapshot();
        }
        return;
      } catch (error) {
        this.#surroundings.log.warn({ err: error }, 'following the open bindings broke off; trying again');
      }
      batches = null;
      if ((await wait(this.#surroundings.timers, backOff.next(), signal)) === 'aborted') return;
    }
  }

  #apply(batch: SubscriptionBatch): void {
    for (const event of batch.events) {
      const actionId = actionIdOfBindingStream(event.stream);
      if (actionId === null) continue;
      // What a damaged event says may be wrong: the fold of its stream tells, loudly.
      if (event.type === OPENING || event.damage !== undefined) this.#open.add(actionId);
      else this.#open.delete(actionId);
    }
    this.#sinceSnapshot += batch.events.length;
    if (batch.position !== null) this.#position = batch.position;
  }

  async #readSnapshot(): Promise<void> {
    const [row] = await this.#log.read(OPEN_BINDINGS_STREAM, { direction: 'backwards', limit: 1 });
    if (row === undefined) return;
    const snapshot = readableSnapshot(row, await this.#log.head());
    if (snapshot === null) {
      this.#surroundings.log.warn(
        {},
        'the snapshot of open bindings cannot be read; rebuilding it from the log',
      );
      return;
    }
    for (const actionId of snapshot.actionIds) this.#open.add(actionId);
    this.#position = snapshot.position;
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

/** What a snapshot says. */
interface Snapshot {
  readonly position: Position | null;
  readonly actionIds: readonly string[];
}

/** The snapshot of a row, or null when it is damaged or names a place the log does not have. */
function readableSnapshot(row: RecordedEvent, head: Position | null): Snapshot | null {
  const decoded = decodeEvent(row);
  if (decoded.kind !== 'beside' || decoded.event.type !== 'OpenBindingsSnapshot') return null;
  const { position, action_ids }: { position?: unknown; action_ids?: unknown } = decoded.event.data;
  if (!Array.isArray(action_ids) || !action_ids.every((id) => typeof id === 'string')) return null;
  if (position === null) return { position, actionIds: action_ids };
  if (typeof position !== 'string' || head === null) return null;
  return position.length === head.length && position <= head ? { position, actionIds: action_ids } : null;
}
