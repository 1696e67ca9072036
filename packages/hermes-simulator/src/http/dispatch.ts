import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fault } from '../faults/fault-rule.js';
import { isJsonObject, type Json } from '../json.js';
import { messageText } from '../routes/start-request.js';
import { ROUTES } from '../routes/routes.js';
import type { ServerProcess } from '../server-process.js';
import type { SimulatorState } from '../simulator-state.js';
import { errorAnswer, jsonAnswer, plainAnswer, type Answer } from './answer.js';
import type { Handled, Route } from './exchange.js';
import { findRoute, type Found } from './find-route.js';
import { parsePythonJson } from './parse-python-json.js';
import { readRequestBody, type RequestBody } from './request-body.js';
import { sendAnswer } from './send.js';

/** What a start body says about itself, read leniently: for the record and for fault markers. */
interface StartFacts {
  readonly sessionId?: string;
  readonly input: string;
}

/**
 * Answers one request: origin, body limit, routing, key, planned faults, handler, in the order of the
 * real server (1.2). Every request is recorded before it is answered.
 */
export async function dispatch(
  state: SimulatorState,
  process: ServerProcess,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { serverHeader, limits } = state.profile;
  const body = await readRequestBody(request, limits.bodyBytes);
  const path = (request.url ?? '').split('?')[0] ?? '';
  const method = request.method ?? 'GET';
  const send = (answer: Answer): void => sendAnswer(response, serverHeader, answer);

  if (state.exposeCalls && path === '/_sim/calls') {
    if (!authorized(state, request)) return send(jsonAnswer(401, state.profile.unauthorized));
    return send(jsonAnswer(200, { total: state.calls.total(), calls: asJson(state.calls.all()) }));
  }
  const found = findRoute(ROUTES, method, path);
  const id = found.kind === 'route' ? found.id : '';
  const facts = found.kind === 'route' && found.route.faults === 'start' ? startFacts(body) : undefined;
  const record = (runId: string | undefined): void => {
    const key = request.headers['idempotency-key'];
    state.calls.add({
      atMs: state.clock.now(),
      method,
      path,
      ...(runId === undefined ? {} : { runId }),
      ...(facts?.sessionId === undefined ? {} : { sessionId: facts.sessionId }),
      ...(typeof key === 'string' ? { idempotencyKey: key } : {}),
      bodySha256: body.sha256,
      bodyBytes: body.length,
    });
  };
  const early = refusal(state, request, body);
  if (early !== undefined || found.kind !== 'route') {
    record(id === '' ? undefined : id);
    return send(early ?? frameworkPage(found));
  }
  const { route } = found;
  if (route.auth && !authorized(state, request)) {
    record(id === '' ? undefined : id);
    return send(jsonAnswer(401, state.profile.unauthorized));
  }
  const fault = plannedFault(state, route, id, facts, body);
  if (fault?.kind === 'answer') {
    record(id === '' ? undefined : id);
    return send(faultAnswer(fault));
  }
  const exchange = { state, process, request, response, body, id, fault };
  if (route.faults !== 'start') record(id === '' ? undefined : id);
  const handled = await route.handle(exchange);
  if (route.faults === 'start' && handled !== 'sent') {
    record(handled.createdRun);
    if (handled.createdRun !== undefined) state.faults.planMarked(facts?.input ?? '', handled.createdRun);
  }
  await deliver(state, process, response, handled, fault);
}

/** Sends what a handler gave, or lets the planned fault have it. */
async function deliver(
  state: SimulatorState,
  process: ServerProcess,
  response: ServerResponse,
  handled: Handled,
  fault: Fault | undefined,
): Promise<void> {
  if (handled === 'sent') return;
  if (fault?.kind === 'lost-answer') {
    response.destroy();
    return;
  }
  if (fault?.kind === 'restart' && fault.afterEvents === undefined) return state.restart();
  if (fault?.kind === 'delayed-answer') await process.clock.sleep(fault.delayMs);
  if (response.destroyed) return;
  sendAnswer(response, state.profile.serverHeader, handled);
  if (fault?.kind === 'refuse-connections') state.refuse(fault.forMs);
}

/** What the middleware refuses before routing and key: any Origin, every OPTIONS, a declared body too large. */
function refusal(state: SimulatorState, request: IncomingMessage, body: RequestBody): Answer | undefined {
  const origin = request.headers.origin;
  if ((origin !== undefined && origin !== '') || request.method === 'OPTIONS')
    return { status: 403, headers: [], body: '' };
  if (request.headers['content-length'] !== undefined && body.length > state.profile.limits.bodyBytes)
    return errorAnswer(413, 'Request body too large.', 'body_too_large');
  return undefined;
}

function frameworkPage(found: Found): Answer {
  if (found.kind !== 'method-not-allowed') return plainAnswer(404, '404: Not Found');
  return plainAnswer(405, '405: Method Not Allowed', [['Allow', found.allow]]);
}

/** Compares digests: same time whatever was sent. The scheme word is case-sensitive (1.2). */
function authorized(state: SimulatorState, request: IncomingMessage): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${state.apiKey}`));
}

function plannedFault(
  state: SimulatorState,
  route: Route,
  id: string,
  facts: StartFacts | undefined,
  body: RequestBody,
): Fault | undefined {
  const marked = facts === undefined ? undefined : state.faults.takeMarked(facts.input, body.sha256);
  if (marked !== undefined) return marked;
  return state.faults.take({
    route: route.faults,
    ...(id === '' ? {} : { runId: id }),
    ...(facts?.sessionId === undefined ? {} : { sessionId: facts.sessionId }),
  });
}

function startFacts(body: RequestBody): StartFacts {
  const parsed = body.bytes === undefined ? undefined : parsePythonJson(body.bytes);
  if (!isJsonObject(parsed)) return { input: '' };
  const input = parsed['input'] ?? '';
  const last: Json = Array.isArray(input) ? ((input.at(-1) as Json | undefined) ?? '') : input;
  const text = messageText(isJsonObject(last) ? (last['content'] ?? '') : last);
  const sessionId = parsed['session_id'];
  return typeof sessionId === 'string' ? { input: text, sessionId } : { input: text };
}

function faultAnswer(fault: Extract<Fault, { kind: 'answer' }>): Answer {
  const headers = Object.entries(fault.headers ?? {});
  if (fault.body !== undefined) return { status: fault.status, headers, body: fault.body };
  const answer = errorAnswer(fault.status, 'Injected fault', 'injected_fault');
  return { ...answer, headers: [...headers, ...answer.headers] };
}

function asJson(calls: ReturnType<SimulatorState['calls']['all']>): Json {
  return calls.map((call) => ({ ...call }));
}
