import type { BusRecord, Facts, ProviderAnswer, Row } from './model/facts.js';
import { Judge } from './model/judge.js';

/** Virtual time begins there in these stories. */
const EPOCH_MS = Date.UTC(2026, 0, 1);
const PREFIX = 'aip.connector.hermes_agent.operator_runs.v1-';
const SESSION = 'aip-operator-act_1';

/** Tells a judge a made-up story, so that it can be seen what it finds wrong. */
export class Judged {
  readonly judge = new Judge(
    { maxRuns: 1, maxEvents: 2, epochMs: EPOCH_MS, canary: 'the-canary' },
    () => undefined,
  );
  readonly #bus: BusRecord[] = [];
  #now = 0;
  #revision = -1;

  /** What was found wrong, once for each guarantee. */
  get found(): readonly string[] {
    return [...new Set(this.judge.violations.map(({ guarantee }) => guarantee))];
  }

  /** What was found wrong, in words. */
  get why(): string {
    return this.judge.violations.map(({ why }) => why).join('; ');
  }

  /** Time passes. */
  after(ms: number): this {
    this.#now += ms;
    return this;
  }

  /** A command about act_1 is delivered. */
  command(messageId: string, identity = 'as asked'): this {
    const command = { messageId, actionId: 'act_1', identity };
    this.judge.delivered({ command, dead: false, bytes: new Uint8Array() });
    return this;
  }

  /** An event is appended, to the binding of act_1 unless another stream is named. */
  row(type: string, data: Facts = {}, stream = `${PREFIX}act_1`): this {
    this.#revision += 1;
    const metadata = { recorded_at: new Date(EPOCH_MS + this.#now).toISOString() };
    const text = JSON.stringify(data);
    const row: Row = { at: this.#now, stream, revision: this.#revision, type, data, metadata, text };
    this.judge.row(row);
    return this;
  }

  /** The binding of an Action is created and claimed. */
  claimed(actionId = 'act_1'): this {
    const stream = PREFIX + actionId;
    const session_id = `aip-operator-${actionId}`;
    this.row(
      'OperatorRunRequested',
      { session_id, timeout_ms: 40_000, action: { mode: 'streaming' } },
      stream,
    );
    this.row('InvocationAccepted', { invocation: { message_id: `msg_${actionId}` } }, stream);
    const claimed_at = new Date(EPOCH_MS + this.#now).toISOString();
    return this.row('RunStartClaimed', { claim_id: 'claim_1', claimed_at }, stream);
  }

  /** The start of act_1 is sent. */
  start(answer: ProviderAnswer): this {
    this.judge.call({ at: this.#now, method: 'POST', path: '/v1/runs', session: SESSION, answer });
    return this;
  }

  /** The run of act_1 is accepted at once and bound. */
  bound(): this {
    this.command('msg_act_1').claimed();
    this.start({ kind: 'accepted', runId: 'run_1', delayMs: 0 });
    return this.row('RunBound', { run_id: 'run_1', claim_id: 'claim_1' });
  }

  /** The run of act_1 is asked about. */
  asked(answer: ProviderAnswer, path = '/v1/runs/run_1'): this {
    this.judge.call({ at: this.#now, method: 'GET', path, session: SESSION, answer });
    return this;
  }

  /** It says a word. */
  says(word: string): this {
    return this.asked({ kind: 'status', word, delayMs: 0 });
  }

  /** The process is gone. */
  dies(): this {
    this.judge.processes.dies(this.#now);
    return this;
  }

  /** A message is published. */
  published(body: Facts, more: Partial<BusRecord> & { readonly inResponseTo?: string } = {}): this {
    const { inResponseTo = 'msg_act_1', ...rest } = more;
    const envelope = { message_id: `out_${this.#bus.length}`, in_response_to: inResponseTo, body };
    const text = JSON.stringify(envelope);
    const record = { topic: 'results', key: 'act_1', headers: {}, text, envelope, ...rest };
    const { topic, key, headers } = record;
    this.judge.derived([{ topic, key, headers, value: record.text }]);
    this.#bus.push(record);
    this.judge.message(record, this.#now);
    return this;
  }

  /** The result of act_1 is published. */
  result(status: string, more: Facts = {}, inResponseTo = 'msg_act_1'): this {
    return this.published({ action_result: { action_id: 'act_1', status, ...more } }, { inResponseTo });
  }

  /** A chunk of act_1 is published. */
  chunk(sequence: number, kind = 'data'): this {
    const body = { stream_chunk: { action_id: 'act_1', sequence, kind } };
    return this.published(body, { topic: 'stream_chunks' });
  }

  /** All is over. */
  end(more: Partial<Parameters<Judge['end']>[0]> = {}): this {
    const nothing = { rows: [], calls: [], delivered: [], logLines: [], timersLeft: 0, placesTaken: 0 };
    this.judge.end({ ...nothing, bus: this.#bus, ...more });
    return this;
  }
}
