import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { memberAt } from '../../points/member-at.js';
import type { PointName } from '../../points/point-names.js';
import { ProviderRun } from './provider-run.js';
import { COMPLETED, type RunPlan } from './run-plan.js';

/** One request about an Action, as the provider saw it, in the order in which it came. */
export interface ProviderCall {
  readonly kind: 'start' | 'events' | 'status' | 'approval' | 'stop';
  readonly action: string;
}

/** Told when a request was read whole and nothing of its answer was written. */
export type Read = (point: PointName, action: string) => Promise<void>;

const SESSION_PREFIX = 'aip-operator-';

/** Answers to what is asked beside runs. */
const DISCOVERY: ReadonlyMap<string, object> = new Map([
  ['/health', { status: 'ok', platform: 'hermes-agent', version: '0.21.0' }],
  [
    '/v1/capabilities',
    {
      object: 'hermes.api_server.capabilities',
      platform: 'hermes-agent',
      features: {
        run_submission: true,
        run_status: true,
        run_events_sse: true,
        run_stop: true,
        run_approval_response: true,
        approval_events: true,
      },
    },
  ],
]);

/** A provider with a record of its own. It outlives every process that calls it. */
export class KillProvider {
  readonly calls: ProviderCall[] = [];
  readonly #server: Server;
  readonly #read: Read;
  readonly #plans = new Map<string, RunPlan>();
  readonly #runs = new Map<string, { readonly run: ProviderRun; readonly action: string }>();
  readonly #waiting = new Set<() => void>();

  static async listen(read: Read): Promise<KillProvider> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new KillProvider(server, read);
  }

  private constructor(server: Server, read: Read) {
    this.#server = server;
    this.#read = read;
    server.on('request', (request: IncomingMessage, answer: ServerResponse) => {
      // Of a client that was killed meanwhile nothing more is to be answered.
      this.#handle(request, answer).catch(() => answer.destroy());
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** What it will do with an Action; without a plan the run is completed at once. */
  plan(action: string, plan: RunPlan): void {
    this.#plans.set(action, plan);
  }

  /** How often it was called so about an Action. */
  count(kind: ProviderCall['kind'], action: string): number {
    return this.calls.filter((call) => call.kind === kind && call.action === action).length;
  }

  /** Resolves when it was called so about an Action. */
  async called(kind: ProviderCall['kind'], action: string): Promise<void> {
    while (this.count(kind, action) === 0) {
      await new Promise<void>((resolve) => {
        this.#waiting.add(resolve);
      });
    }
  }

  /** Resolves when the run of an Action was answered, or stopped. */
  async approved(action: string): Promise<void> {
    await [...this.#runs.values()].find((it) => it.action === action)?.run.answer;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  #note(kind: ProviderCall['kind'], action: string): void {
    this.calls.push({ kind, action });
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  async #handle(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    const body = await bodyOf(request);
    const known = DISCOVERY.get(path);
    if (known !== undefined) {
      reply(answer, 200, known);
      return;
    }
    if (request.method === 'POST' && path === '/v1/runs') return this.#start(body, answer);
    const [, id = '', verb = 'status'] =
      /^\/v1\/runs\/([^/]+)(?:\/(events|approval|stop))?$/.exec(path) ?? [];
    const found = this.#runs.get(id);
    if (found === undefined) {
      reply(answer, 404, { error: { message: 'no such run' } });
      return;
    }
    const { run, action } = found;
    switch (verb) {
      case 'events':
        this.#note('events', action);
        run.stream(answer);
        return;
      case 'approval':
        this.#note('approval', action);
        await this.#read('after-approval-written', action);
        run.approve();
        reply(answer, 200, { object: 'hermes.run.approval_response', run_id: id, resolved: 1 });
        return;
      case 'stop':
        this.#note('stop', action);
        await this.#read('after-stop-written', action);
        run.stop();
        reply(answer, 200, { run_id: id, status: 'stopping' });
        return;
      default:
        this.#note('status', action);
        reply(answer, 200, run.document);
    }
  }

  async #start(body: string, answer: ServerResponse): Promise<void> {
    const session = memberAt(body, ['session_id']);
    if (typeof session !== 'string' || !session.startsWith(SESSION_PREFIX)) {
      reply(answer, 400, { error: { message: 'whose session is this?' } });
      return;
    }
    const action = session.slice(SESSION_PREFIX.length);
    const plan = this.#plans.get(action) ?? { steps: [COMPLETED] };
    const run = new ProviderRun(`run_${String(this.#runs.size + 1).padStart(32, '0')}`);
    this.#runs.set(run.id, { run, action });
    this.#note('start', action);
    void run.play(plan.steps);
    await this.#read('after-request-written', action);
    await plan.beforeAnswer?.();
    reply(answer, 202, { run_id: run.id, status: 'started' });
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}

function reply(answer: ServerResponse, status: number, body: object): void {
  answer.writeHead(status, { 'content-type': 'application/json' });
  answer.end(JSON.stringify(body));
}
