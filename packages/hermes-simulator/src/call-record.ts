/** One request as the provider saw it. Never holds the Authorization value. */
export interface RecordedCall {
  /** Counts from 1 over the life of the simulator, restarts included. */
  readonly seq: number;
  /** Simulated Unix milliseconds. */
  readonly atMs: number;
  readonly method: string;
  /** Path without query. */
  readonly path: string;
  /** From the path, or the run this start created. */
  readonly runId?: string;
  /** `session_id` of a start body, when it is a string. */
  readonly sessionId?: string;
  /** The `Idempotency-Key` header, which profile B ignores. */
  readonly idempotencyKey?: string;
  readonly bodySha256: string;
  readonly bodyBytes: number;
}

/** Append-only record of every request received; the newest ones are kept. */
export interface CallRecord {
  /** The kept calls, oldest first. */
  all(): readonly RecordedCall[];
  /** All calls ever received, dropped ones included. */
  total(): number;
  /** Number of `POST /v1/runs` received with this session id, whatever was answered. */
  startsOf(sessionId: string): number;
  /** `POST /v1/runs` received, by session id. */
  startsBySession(): ReadonlyMap<string, number>;
  /** Runs really created, by session id: a refused start does not count, a lost 202 does. */
  acceptedBySession(): ReadonlyMap<string, number>;
}

/** The writing side, held by the server. */
export interface CallRecorder extends CallRecord {
  add(call: Omit<RecordedCall, 'seq'>): void;
}

/** Default bound of kept calls. */
export const MAX_RECORDED_CALLS = 100_000;

function isStart(call: RecordedCall): boolean {
  return call.method === 'POST' && /^(\/p\/[^/]+)?\/v1\/runs$/.test(call.path);
}

/** A call record in memory that keeps the newest `limit` calls. Counts cover the kept calls only. */
export function createCallRecorder(limit: number = MAX_RECORDED_CALLS): CallRecorder {
  const calls: RecordedCall[] = [];
  let total = 0;
  const count = (accepted: boolean): ReadonlyMap<string, number> => {
    const counts = new Map<string, number>();
    for (const call of calls) {
      if (!isStart(call) || call.sessionId === undefined) continue;
      if (accepted && call.runId === undefined) continue;
      counts.set(call.sessionId, (counts.get(call.sessionId) ?? 0) + 1);
    }
    return counts;
  };
  return {
    all: () => calls.slice(-limit),
    total: () => total,
    startsOf: (sessionId) => count(false).get(sessionId) ?? 0,
    startsBySession: () => count(false),
    acceptedBySession: () => count(true),
    add: (call) => {
      total += 1;
      calls.push({ seq: total, ...call });
      // Trimmed in blocks: shifting one at a time is slow on a large array.
      if (calls.length >= limit * 1.1 + 1) calls.splice(0, calls.length - limit);
    },
  };
}
