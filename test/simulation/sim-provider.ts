import type { ScriptedAnswer, SeenRequest } from '../support/scripted-provider.js';
import { SeededRandom } from '../support/seeded-random.js';
import type { ProviderAnswer, ProviderCall } from './model/facts.js';
import { drawPlan, TRAITS, type RunPlan } from './run-plan.js';
import { framesOf } from './sim-frames.js';
import type { ProviderOutages } from './provider-outages.js';
import type { SimRun } from './sim-run.js';
import type { Trace } from './trace.js';

/** A slow status read takes so long at most. */
const SLOW_STATUS_MS = 8_000;

/** What the provider is made of. */
export interface SimProviderDeps {
  readonly seed: number;
  readonly trace: Trace;
  readonly onCall: (call: ProviderCall) => void;
  /** Asked at every request, before it is there and when it is. True: its process has just died. */
  readonly dies: (place: 'call_before' | 'call_after' | 'after-request-written', session: string) => boolean;
  readonly faultsOn: () => boolean;
  readonly outages: ProviderOutages;
}

/** A provider whose every run behaves by its own drawn plan, and which records what it was asked and said. */
export class SimProvider {
  readonly calls: ProviderCall[] = [];
  readonly #deps: SimProviderDeps;
  readonly #runs = new Map<string, SimRun>();
  readonly #random: SeededRandom;

  constructor(deps: SimProviderDeps) {
    this.#deps = deps;
    this.#random = new SeededRandom(deps.seed ^ 0x5eed);
  }

  /** The script for `ScriptedProvider`. */
  readonly script = (request: SeenRequest): ScriptedAnswer => {
    if (this.#deps.dies('call_before', '')) return { broken: 'refused' };
    const { reply, fact, session } = this.#answer(request);
    const call = { at: request.atMs, method: request.method, path: request.path, session, answer: fact };
    this.calls.push(call);
    this.#deps.trace.add(`answer:${fact.kind}`, `${request.method} ${request.path} ${JSON.stringify(fact)}`);
    this.#deps.onCall(call);
    const starts = request.method === 'POST' && request.path === '/v1/runs';
    if (starts && plainlySent(fact)) this.#deps.dies('after-request-written', session);
    this.#deps.dies('call_after', session);
    return reply;
  };

  #answer(request: SeenRequest): { reply: ScriptedAnswer; fact: ProviderAnswer; session: string } {
    if (request.method === 'POST' && request.path === '/v1/runs') return this.#start(request);
    const { outages, trace } = this.#deps;
    const runId = request.path.split('/')[3] ?? '';
    const run = this.#runs.get(runId);
    const session = run?.session ?? '';
    if (outages.away(request.atMs)) {
      trace.add('provider:away');
      return { reply: { broken: 'refused' }, fact: { kind: 'status_failed', what: 'away' }, session };
    }
    if (run === undefined || outages.between(run.startedAt - run.plan.startDelayMs, request.atMs)) {
      if (run !== undefined) trace.add('provider:restarted');
      const reply = { status: 404, json: { error: { message: 'run not found' } } };
      return { reply, fact: { kind: 'status_unknown_run' }, session };
    }
    const said = request.path.endsWith('/events')
      ? framesOf(run, request.atMs, outages.next(request.atMs))
      : this.#status(run, request.atMs);
    return { ...said, session: run.session };
  }

  #start(request: SeenRequest): { reply: ScriptedAnswer; fact: ProviderAnswer; session: string } {
    const session = (JSON.parse(request.body ?? '{}') as { session_id: string }).session_id;
    const plan = drawPlan(new SeededRandom(this.#random.below(2 ** 31)));
    const key = (request.headers['authorization'] ?? '').replace('Bearer ', '');
    const runId = `run_${this.#random.uuid().replaceAll('-', '')}`;
    const cut = this.#cutStart(request.atMs, plan);
    if (cut !== null) return { ...cut, session };
    this.#deps.trace.add(`start:${plan.start}`, session);
    if (plan.start === 'accepted') this.#note(plan);
    this.#runs.set(runId, { session, runId, plan, startedAt: request.atMs + plan.startDelayMs, key });
    return { ...startAnswer(plan, runId, key), session };
  }

  /** A start while the provider is away, or one that it does not answer any more before it goes. */
  #cutStart(now: number, plan: RunPlan): { reply: ScriptedAnswer; fact: ProviderAnswer } | null {
    const { outages, trace } = this.#deps;
    if (outages.away(now)) {
      trace.add('provider:away');
      const fact = { kind: 'lost', reached: false, what: 'away', delayMs: 0 } as const;
      return { reply: { broken: 'refused' }, fact };
    }
    const delayMs = outages.next(now) - now;
    if (delayMs > plan.startDelayMs) return null;
    trace.add('provider:gone_before_answer');
    return {
      reply: { broken: 'reset', delayMs },
      fact: { kind: 'lost', reached: true, what: 'gone before its answer', delayMs },
    };
  }

  /** Counts what this run will show. */
  #note(plan: RunPlan): void {
    const { trace } = this.#deps;
    trace.add(`ends:${plan.end}`);
    trace.add(`stream:${plan.stream}`);
    for (const trait of TRAITS)
      if (plan[trait] !== false && plan[trait] !== null) trace.add(`trait:${trait}`);
  }

  #status(run: SimRun, now: number): { reply: ScriptedAnswer; fact: ProviderAnswer } {
    const { plan } = run;
    const { trace } = this.#deps;
    if (plan.statusFails > 0 && this.#deps.faultsOn() && this.#random.below(plan.statusFails) === 0) {
      const what = this.#random.pick(['500', '429', '401', '403', '400', 'reset', 'silent', 'not_json']);
      trace.add(`status_fails:${what}`);
      return { reply: failedRead(what), fact: { kind: 'status_failed', what } };
    }
    const over = now - run.startedAt - plan.lastsMs;
    if (plan.end === 'forgotten' && over >= 0) {
      const reply = { status: 404, json: { error: { message: 'run not found' } } };
      return { reply, fact: { kind: 'status_unknown_run' } };
    }
    const word = wordOf(plan, now - run.startedAt);
    if (over >= 0 && word === 'running') trace.add('status:lags');
    const json = {
      object: 'hermes.run',
      run_id: run.runId,
      status: word,
      session_id: run.session,
      created_at: run.startedAt / 1_000,
      updated_at: now / 1_000,
      ...(word === 'completed' ? { output: 'All good.' } : {}),
      ...(word === 'failed' ? { error: plan.echoesKey ? `no disk for ${run.key}` : 'no disk' } : {}),
    };
    const delayMs = this.#random.below(plan.slowStatus && this.#deps.faultsOn() ? SLOW_STATUS_MS : 50);
    const awayIn = this.#deps.outages.next(now) - now;
    if (awayIn <= delayMs) {
      const reply = { broken: 'reset', delayMs: awayIn } as const;
      return { reply, fact: { kind: 'status_failed', what: 'gone before its answer' } };
    }
    return { reply: { status: 200, json, delayMs }, fact: { kind: 'status', word, delayMs } };
  }
}

/** Whether the provider has read the whole request. */
function plainlySent(fact: ProviderAnswer): boolean {
  return fact.kind !== 'lost' || fact.reached;
}

function wordOf(plan: RunPlan, age: number): string {
  const { prompt } = plan;
  if (age < plan.lastsMs + plan.statusLagMs || plan.end === 'never' || plan.end === 'forgotten')
    return prompt !== null && age >= prompt.from && age < prompt.to ? 'waiting_for_approval' : 'running';
  return plan.end === 'odd_word' ? 'interrupted' : plan.end;
}

function failedRead(what: string): ScriptedAnswer {
  switch (what) {
    case 'reset':
      return { broken: 'reset' };
    case 'silent':
      return { silent: true };
    case 'not_json':
      return { status: 200, text: '<html>' };
    default:
      return { status: Number(what), json: { error: { message: 'not now' } } };
  }
}

function startAnswer(
  plan: RunPlan,
  runId: string,
  key: string,
): { reply: ScriptedAnswer; fact: ProviderAnswer } {
  const delayMs = plan.startDelayMs;
  const ambiguous = (reply: ScriptedAnswer): { reply: ScriptedAnswer; fact: ProviderAnswer } => ({
    reply,
    fact: { kind: 'ambiguous', what: plan.start, delayMs },
  });
  switch (plan.start) {
    case 'accepted':
      return {
        reply: { status: 202, json: { run_id: runId, status: 'started' }, delayMs },
        fact: { kind: 'accepted', runId, delayMs },
      };
    case 'accepted_late':
      return {
        reply: { status: 202, json: { run_id: runId, status: 'started' }, delayMs: 20_000 + delayMs * 10 },
        fact: { kind: 'accepted', runId, delayMs: 20_000 + delayMs * 10 },
      };
    case 'rejected': {
      const message = plan.echoesKey ? `the key ${key} may not` : 'no';
      const reply = { status: plan.rejectedWith, json: { error: { message, code: 'no' } }, delayMs };
      return { reply, fact: { kind: 'rejected', status: plan.rejectedWith, delayMs } };
    }
    case 'server_error':
      return ambiguous({ status: 503, json: { error: { message: 'busy' } }, delayMs });
    case 'server_error_with_id':
      return ambiguous({ status: 500, json: { run_id: runId, error: { message: 'oops' } }, delayMs });
    case 'redirect':
      return ambiguous({ status: 307, json: {}, delayMs });
    case 'no_run_id':
      return ambiguous({ status: 202, json: { status: 'started' }, delayMs });
    case 'half_a_body':
      return ambiguous({ frames: [{ waitMs: delayMs }, { text: '{"run_id": "run_' }], end: 'reset' });
    case 'reset':
      return {
        reply: { broken: 'reset', delayMs },
        fact: { kind: 'lost', reached: true, what: 'reset', delayMs },
      };
    case 'refused':
      return {
        reply: { broken: 'refused', delayMs },
        fact: { kind: 'lost', reached: false, what: 'refused', delayMs },
      };
    case 'silent':
      return {
        reply: { silent: true },
        fact: { kind: 'lost', reached: true, what: 'silent', delayMs: null },
      };
  }
}
