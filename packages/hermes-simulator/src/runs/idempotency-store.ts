import { createHash } from 'node:crypto';
import type { SimulatorClock } from '../clock.js';
import { isJsonArray, isJsonObject, pythonJson, type Json, type JsonObject } from '../json.js';
import { RESTART_ERROR, seconds, type Run } from './run.js';

/** A keyed record lives this long after the last update of its run, and only once that is terminal (8). */
const RETENTION_MS = 86_400_000;

/** Records kept at most; the oldest goes first. */
const MAX_RECORDS = 100_000;

/** What a key brings: nothing known, another request, or the run it started. */
export type KeyLookup =
  | { readonly kind: 'free' }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'replay'; readonly runId: string; readonly status: JsonObject };

interface KeyedRecord {
  readonly owner: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly run: Run;
  /** When a read found that the process had died before the run ended. */
  interruptedAtMs: number | undefined;
}

/** The durable `Idempotency-Key` records of profile C and later; they outlive a restart (8). */
export class IdempotencyStore {
  readonly #clock: SimulatorClock;
  readonly #byKey = new Map<string, KeyedRecord>();
  readonly #byRun = new Map<string, KeyedRecord>();

  constructor(clock: SimulatorClock) {
    this.#clock = clock;
  }

  /** What this owner's key was used for. */
  lookup(owner: string, key: string, fingerprint: string): KeyLookup {
    const record = this.#alive(this.#byKey.get(scoped(owner, key)));
    if (record === undefined) return { kind: 'free' };
    if (record.fingerprint !== fingerprint) return { kind: 'conflict' };
    return { kind: 'replay', runId: record.run.start.id, status: this.#status(record) };
  }

  /** Reserves a free key for a new run. */
  reserve(owner: string, key: string, fingerprint: string, run: Run): void {
    const record: KeyedRecord = { owner, key, fingerprint, run, interruptedAtMs: undefined };
    this.#byKey.set(scoped(owner, key), record);
    this.#byRun.set(run.start.id, record);
    const [oldest] = this.#byKey.values();
    if (this.#byKey.size > MAX_RECORDS && oldest !== undefined) this.#remove(oldest);
  }

  /** The stored status of a keyed run of this owner. */
  statusOf(owner: string, runId: string): JsonObject | undefined {
    const record = this.#alive(this.#byRun.get(runId));
    return record?.owner === owner ? this.#status(record) : undefined;
  }

  /** Forgets everything: the restart of a server whose store was in memory (`durable: false`). */
  clear(): void {
    this.#byKey.clear();
    this.#byRun.clear();
  }

  #alive(record: KeyedRecord | undefined): KeyedRecord | undefined {
    if (record === undefined) return undefined;
    const { run, interruptedAtMs } = record;
    const ended = run.finished() || interruptedAtMs !== undefined;
    if (!ended || this.#clock.now() - (interruptedAtMs ?? run.updatedAtMs) <= RETENTION_MS) return record;
    this.#remove(record);
    return undefined;
  }

  #remove(record: KeyedRecord): void {
    this.#byKey.delete(scoped(record.owner, record.key));
    this.#byRun.delete(record.run.start.id);
  }

  /** As read from the database: keys sorted; a run whose process died is `interrupted` from the first read on. */
  #status(record: KeyedRecord): JsonObject {
    const { run } = record;
    const stored = sortedKeys(run.status());
    if (run.finished() || !run.clock.isEnded()) return stored;
    record.interruptedAtMs ??= this.#clock.now();
    return {
      ...stored,
      status: 'interrupted',
      updated_at: seconds(record.interruptedAtMs),
      error: RESTART_ERROR,
      last_event: 'run.interrupted',
    };
  }
}

/** The fingerprint of a start: the whole parsed body, key order aside, and the session key (8). */
export function startFingerprint(body: Json, sessionKey: string): string {
  return createHash('sha256')
    .update(pythonJson([sorted(body), sessionKey]))
    .digest('hex');
}

function scoped(owner: string, key: string): string {
  return JSON.stringify([owner, key]);
}

function sorted(value: Json): Json {
  if (isJsonArray(value)) return value.map(sorted);
  return isJsonObject(value) ? sortedKeys(value) : value;
}

function sortedKeys(value: JsonObject): JsonObject {
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key] ?? null)]));
}
