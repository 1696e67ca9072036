import type { SimulatorClock } from '../clock.js';
import { isJsonArray, isJsonObject, PythonFloat, type Json, type JsonObject } from '../json.js';
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
  /** The session a delegation was made in; undefined for a session of its own (5.4). */
  readonly parent: string | undefined;
  readonly rows: Json[];
  preview: string;
  lastActiveMs: number;
  endedAtMs: number | undefined;
  toolCalls: number;
  input: number;
  output: number;
  apiCalls: number;
}

/** One tool call of a child, as its parent's model is told. */
export interface ToolTrace {
  readonly tool: string;
  readonly args_bytes: number;
  readonly result_bytes: number;
  readonly status: 'ok' | 'error';
}

/** Characters of the first text a list shows. */
const PREVIEW_CHARACTERS = 60;

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
    session.lastActiveMs = this.#clock.now();
    if (session.rows.length === 0) session.preview = row.content.slice(0, PREVIEW_CHARACTERS);
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
    return session === undefined ? undefined : describe(sessionId, session, {});
  }

  /**
   * The session objects a list shows, newest activity first (5.4): children only when asked for, of one source
   * when it is given.
   */
  list(includeChildren: boolean, source: string | null): readonly JsonObject[] {
    return [...this.#sessions]
      .filter(([, { parent }]) => parent === undefined || includeChildren)
      .filter(([, session]) => source === null || sourceOf(session) === source)
      .sort(([, a], [, b]) => b.lastActiveMs - a.lastActiveMs)
      .map(([id, session]) =>
        describe(id, session, { last_active: seconds(session.lastActiveMs), preview: session.preview }),
      );
  }

  /** Opens the session of a child. */
  openChild(id: string, parent: string): void {
    this.#open(id, parent);
  }

  /** Marks a child's session as ended. */
  close(id: string): void {
    const session = this.#sessions.get(id);
    if (session !== undefined) session.endedAtMs = this.#clock.now();
  }

  /** The tool calls of a session with the sizes of arguments and results. */
  toolTrace(id: string): readonly ToolTrace[] {
    const rows = this.#sessions.get(id)?.rows.filter(isJsonObject) ?? [];
    const calls = rows.flatMap(callsOf);
    return rows.flatMap((row): readonly ToolTrace[] => {
      if (row['role'] !== 'tool' || typeof row['tool_name'] !== 'string') return [];
      const content = typeof row['content'] === 'string' ? row['content'] : '';
      const status = content.includes('"error": null') ? 'ok' : 'error';
      const args = calls.find((call) => call.id === row['tool_call_id'])?.argumentBytes ?? 0;
      return [{ tool: row['tool_name'], args_bytes: args, result_bytes: Buffer.byteLength(content), status }];
    });
  }

  #session(id: string): Session {
    return this.#sessions.get(id) ?? this.#open(id, undefined);
  }

  #open(id: string, parent: string | undefined): Session {
    const now = this.#clock.now();
    const session: Session = {
      startedAtMs: now,
      parent,
      rows: [],
      preview: '',
      lastActiveMs: now,
      endedAtMs: undefined,
      toolCalls: 0,
      input: 0,
      output: 0,
      apiCalls: 0,
    };
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

function sourceOf(session: Session): string {
  return session.parent === undefined ? 'api_server' : 'subagent';
}

function describe(id: string, session: Session, listed: JsonObject): JsonObject {
  return {
    id,
    source: sourceOf(session),
    user_id: null,
    model: 'fake-model',
    title: null,
    started_at: seconds(session.startedAtMs),
    ended_at: session.endedAtMs === undefined ? null : seconds(session.endedAtMs),
    end_reason: session.endedAtMs === undefined ? null : 'agent_close',
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
    parent_session_id: session.parent ?? null,
    ...listed,
    has_system_prompt: true,
    has_model_config: true,
  };
}

function callsOf(row: JsonObject): readonly { readonly id: Json; readonly argumentBytes: number }[] {
  const calls = row['tool_calls'];
  if (calls === undefined || !isJsonArray(calls)) return [];
  return calls.filter(isJsonObject).map((call) => {
    const called = call['function'];
    const text = isJsonObject(called) ? called['arguments'] : '';
    return { id: call['id'] ?? null, argumentBytes: Buffer.byteLength(typeof text === 'string' ? text : '') };
  });
}
