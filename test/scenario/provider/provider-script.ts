import { createHash } from 'node:crypto';
import { holds } from '../file/bound.js';
import type { Profile, Reply, Route, When } from '../file/scenario.js';
import { runIdIn, type FillText } from './filled-reply.js';
import { profileAnswer } from './profile-answers.js';
import { requestProblems } from './request-checks.js';
import { RoutePattern, runIdOf } from './route-pattern.js';
import { ScriptedRun } from './scripted-run.js';
import type { ArrivingRequest, SeenRequest } from './seen-request.js';

/** The answer to one request. */
export interface Answer {
  readonly reply: Reply;
  /** How often the reply has been used, this time included. */
  readonly use: number;
  readonly run: ScriptedRun | null;
  readonly fill: FillText;
  /** Number of the route in the file; null when no route answers. */
  readonly route: number | null;
  readonly sharedQueue: boolean;
}

/** A route that is about to answer. */
interface Choice {
  readonly number: number;
  readonly route: Route;
  readonly reply: Reply;
}

const START = new RoutePattern('POST /v1/runs');
const APPROVAL = new RoutePattern('POST /v1/runs/{id}/approval');
const STOP = new RoutePattern('POST /v1/runs/{id}/stop');

const NOT_FOUND: Reply = { status: 404, headers: { 'content-type': 'text/plain' }, text: '404: Not Found' };

/** What a script needs. */
export interface ScriptOptions {
  readonly routes: readonly Route[];
  readonly profile: Profile;
  readonly seed: number;
  /** Monotonic time. */
  readonly monotonic: () => number;
}

/**
 * The routes of a scenario and what they have answered so far: decides on the answer to each request. Knows no
 * transport and no time but the one it is told.
 */
export class ProviderScript {
  readonly requests: SeenRequest[] = [];
  readonly problems: string[] = [];
  readonly #options: ScriptOptions;
  readonly #patterns: readonly RoutePattern[];
  readonly #answered: number[];
  readonly #uses = new Map<Reply, number>();
  readonly #runs = new Map<string, ScriptedRun>();
  #starts = 0;

  constructor(options: ScriptOptions) {
    this.#options = options;
    this.#patterns = options.routes.map(({ on }) => new RoutePattern(on));
    this.#answered = options.routes.map(() => 0);
  }

  /** How a request fails before it reaches the provider; null when it reaches it. Uses the reply up when it fails. */
  connectFailure(method: string, path: string): NonNullable<Reply['connect']> | null {
    const choice = this.#choose(method, path, this.#runOf(method, path));
    if (choice?.reply.connect === undefined) return null;
    this.#use(choice);
    return choice.reply.connect;
  }

  /** Whether the body of a request is read before it is answered. */
  readsBody(method: string, path: string): boolean {
    return this.#choose(method, path, this.#runOf(method, path))?.reply.readBody ?? true;
  }

  /** Takes a request that has arrived: records it, checks it and decides on the answer. */
  arrive(request: ArrivingRequest): Answer {
    const { method, path } = request;
    const run = this.#runOf(method, path) ?? this.#begin(method, path);
    const seen: SeenRequest = { ...request, run, atMs: this.#options.monotonic() };
    const choice = this.#choose(method, path, run);
    this.requests.push(seen);
    if (START.fits(method, path)) this.#starts += 1;
    if (choice === null) return this.#unscripted(seen, run);
    this.problems.push(...requestProblems(choice.route, seen));
    const fill: FillText = (text) => (run === null ? text : text.replaceAll('$run', () => run.id));
    if (run !== null && START.fits(method, path)) this.#name(run, choice.reply, fill);
    if (run !== null && APPROVAL.fits(method, path)) run.called('approval');
    if (run !== null && STOP.fits(method, path)) run.called('stop');
    return {
      reply: choice.reply,
      use: this.#use(choice),
      run,
      fill,
      route: choice.number,
      sharedQueue: choice.route.sharedQueue ?? false,
    };
  }

  /** Requests that arrived and fit: `on` as a route has it. */
  count(on: string): number {
    const pattern = new RoutePattern(on);
    return this.requests.filter(({ method, path }) => pattern.fits(method, path)).length;
  }

  /** Answering has failed, which is a fault of the script. */
  fail(reason: unknown): void {
    this.problems.push(`the provider cannot answer: ${reason instanceof Error ? reason.message : 'unknown'}`);
  }

  /** The first byte of the answer to a request goes out. */
  answering(method: string, path: string, run: ScriptedRun | null): void {
    if (run !== null && START.fits(method, path)) run.answeredAtMs = this.#options.monotonic();
  }

  #unscripted(seen: SeenRequest, run: ScriptedRun | null): Answer {
    const reply = profileAnswer(this.#options.profile, seen.method, seen.path);
    if (reply === null) this.problems.push(`no route answers ${seen.method} ${seen.path}`);
    return {
      reply: reply ?? NOT_FOUND,
      use: 1,
      run,
      fill: (text) => text,
      route: null,
      sharedQueue: false,
    };
  }

  #choose(method: string, path: string, run: ScriptedRun | null): Choice | null {
    const runNumber = START.fits(method, path) ? this.#starts + 1 : (run?.number ?? null);
    for (const [number, route] of this.#options.routes.entries()) {
      if (this.#patterns[number]?.fits(method, path) !== true) continue;
      if (route.run !== undefined && route.run !== runNumber) continue;
      if (route.nth !== undefined && route.nth !== this.#nth(route, number, runNumber)) continue;
      if (route.when !== undefined && !this.#fulfils(route.when, run)) continue;
      return { number, route, reply: this.#reply(route, this.#answered[number] ?? 0) };
    }
    return null;
  }

  /** Which request with this `on` the present one is; of its run when the route is for one run only. */
  #nth(route: Route, number: number, runNumber: number | null): number {
    const pattern = this.#patterns[number];
    const before = this.requests.filter(
      (request) =>
        pattern?.fits(request.method, request.path) === true &&
        (route.run === undefined || request.run?.number === runNumber),
    );
    return before.length + 1;
  }

  #fulfils(when: When, run: ScriptedRun | null): boolean {
    const since = this.#options.monotonic() - (run?.answeredAtMs ?? 0);
    return (
      (when.atMs === undefined || holds(when.atMs, since)) &&
      (when.approvalCalls === undefined || holds(when.approvalCalls, run?.approvalCalls ?? 0)) &&
      (when.stopCalls === undefined || holds(when.stopCalls, run?.stopCalls ?? 0)) &&
      (when.framesSent === undefined || holds(when.framesSent, run?.framesSent ?? 0))
    );
  }

  /** The reply to the next request, after `answered` ones. */
  #reply(route: Route, answered: number): Reply {
    if (route.reply !== undefined) return route.reply;
    const replies = route.replies ?? [];
    let left = answered;
    for (const reply of replies) {
      left -= reply.times ?? 1;
      if (left < 0) return reply;
    }
    return replies.at(-1) ?? NOT_FOUND;
  }

  #use({ number, reply }: Choice): number {
    this.#answered[number] = (this.#answered[number] ?? 0) + 1;
    const use = (this.#uses.get(reply) ?? 0) + 1;
    this.#uses.set(reply, use);
    return use;
  }

  #runOf(method: string, path: string): ScriptedRun | null {
    const id = runIdOf(path);
    if (id === null) return null;
    const known = this.#runs.get(id);
    if (known !== undefined) return known;
    // A run from before the scenario: nothing is known of its start but that it was answered.
    const run = new ScriptedRun(null, id, 0);
    this.#runs.set(id, run);
    return run;
  }

  #begin(method: string, path: string): ScriptedRun | null {
    if (!START.fits(method, path)) return null;
    const number = this.#starts + 1;
    const digest = createHash('sha256').update(`${this.#options.seed} ${number}`).digest('hex');
    return new ScriptedRun(number, `run_${digest.slice(0, 32)}`, this.#options.monotonic());
  }

  /** The run has the id that its answer gives; later requests find it by that. */
  #name(run: ScriptedRun, reply: Reply, fill: FillText): void {
    run.id = runIdIn(reply, fill) ?? run.id;
    this.#runs.set(run.id, run);
  }
}
