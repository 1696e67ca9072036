import type { SimulatorClock } from '../clock.js';
import type { Json } from '../json.js';
import { seconds } from './run.js';

/** What one row adds to the empty row. */
export interface SessionRow {
  readonly role: 'user' | 'assistant' | 'tool';
  readonly content: string;
  readonly tool_call_id?: string;
  readonly tool_calls?: Json;
  readonly tool_name?: string;
  readonly finish_reason?: string;
}

/** Rows kept over all sessions; the oldest session goes first. */
const MAX_ROWS = 50_000;

/** The transcripts of all sessions. They are on disk on the real server, so they outlive a restart (4.4). */
export class Sessions {
  readonly #clock: SimulatorClock;
  readonly #rows = new Map<string, Json[]>();
  #nextId = 1;
  #kept = 0;

  constructor(clock: SimulatorClock) {
    this.#clock = clock;
  }

  /** Appends a row to a session, which is created by it. */
  add(sessionId: string, row: SessionRow): void {
    const rows = this.#rows.get(sessionId) ?? [];
    this.#rows.set(sessionId, rows);
    rows.push({
      id: this.#nextId,
      session_id: sessionId,
      role: row.role,
      content: row.content,
      tool_call_id: row.tool_call_id ?? null,
      tool_calls: row.tool_calls ?? null,
      tool_name: row.tool_name ?? null,
      timestamp: seconds(this.#clock.now()),
      token_count: null,
      finish_reason: row.finish_reason ?? null,
      reasoning: null,
      reasoning_content: null,
    });
    this.#nextId += 1;
    this.#kept += 1;
    this.#trim();
  }

  /** The rows of a session, or undefined for an unknown one. */
  messages(sessionId: string): readonly Json[] | undefined {
    return this.#rows.get(sessionId);
  }

  #trim(): void {
    while (this.#kept > MAX_ROWS && this.#rows.size > 1) {
      const [oldest] = this.#rows;
      if (oldest === undefined) return;
      this.#rows.delete(oldest[0]);
      this.#kept -= oldest[1].length;
    }
  }
}
