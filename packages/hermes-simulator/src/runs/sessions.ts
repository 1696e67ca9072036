import type { SimulatorClock } from '../clock.js';
import { PythonFloat, type Json, type JsonObject } from '../json.js';
import { seconds } from './run.js';

/** What one row adds to the empty row. */
export interface SessionRow {
  readonly role: 'user' | 'assistant' | 'tool';
  readonly content: string;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly Json[];
  readonly tool_name?: string;
  readonly finish_reason?: string;
}

interface Session {
  readonly startedAtMs: number;
  readonly rows: Json[];
  toolCalls: number;
  input: number;
  output: number;
  apiCalls: number;
}

/** Rows kept over all sessions; the oldest session goes first. */
const MAX_ROWS = 50_000;

/** The transcripts of all sessions. They are on disk on the real server, so they outlive a restart (4.4). */
export class Sessions {
  readonly #clock: SimulatorClock;
  readonly #sessions = new Map<string, Session>();
  #nextId = 1;
  #kept = 0;

  constructor(clock: SimulatorClock) {
    this.#clock = clock;
  }

  /** Appends a row to a session, which is created by it. */
  add(sessionId: string, row: SessionRow): void {
    const session = this.#session(sessionId);
    session.toolCalls += row.tool_calls?.length ?? 0;
    session.rows.push({
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

  /** Counts one model call of a session. */
  count(sessionId: string, input: number, output: number): void {
    const session = this.#session(sessionId);
    session.input += input;
    session.output += output;
    session.apiCalls += 1;
  }

  /** The rows of a session, or undefined for an unknown one. */
  messages(sessionId: string): readonly Json[] | undefined {
    return this.#sessions.get(sessionId)?.rows;
  }

  /** The session object, or undefined for an unknown one. */
  describe(sessionId: string): JsonObject | undefined {
    const session = this.#sessions.get(sessionId);
    if (session === undefined) return undefined;
    return {
      id: sessionId,
      source: 'api_server',
      user_id: null,
      model: 'fake-model',
      title: null,
      started_at: seconds(session.startedAtMs),
      ended_at: null,
      end_reason: null,
      message_count: session.rows.length,
      tool_call_count: session.toolCalls,
      input_tokens: session.input,
      output_tokens: session.output,
      cache_read_tokens: 0,
      cache_write_tokens: 0,
      reasoning_tokens: 0,
      estimated_cost_usd: session.apiCalls === 0 ? null : new PythonFloat(0),
      actual_cost_usd: null,
      api_call_count: session.apiCalls,
      parent_session_id: null,
      has_system_prompt: true,
      has_model_config: true,
    };
  }

  #session(id: string): Session {
    const known = this.#sessions.get(id);
    if (known !== undefined) return known;
    const startedAtMs = this.#clock.now();
    const session: Session = { startedAtMs, rows: [], toolCalls: 0, input: 0, output: 0, apiCalls: 0 };
    this.#sessions.set(id, session);
    return session;
  }

  #trim(): void {
    while (this.#kept > MAX_ROWS && this.#sessions.size > 1) {
      const [oldest] = this.#sessions;
      if (oldest === undefined) return;
      this.#sessions.delete(oldest[0]);
      this.#kept -= oldest[1].rows.length;
    }
  }
}
