import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RecordedCall } from '../call-record.js';
import type { Fault } from '../faults/fault-rule.js';
import { ROUTES } from '../routes/routes.js';
import type { ServerProcess } from '../server-process.js';
import type { SimulatorState } from '../simulator-state.js';
import { jsonAnswer } from './answer.js';
import { authorized } from './authorized.js';
import { deliver, faultAnswer } from './deliver.js';
import type { Exchange, Handled, Route } from './exchange.js';
import { findRoute } from './find-route.js';
import { refusal } from './refusal.js';
import { readRequestBody, type RequestBody } from './request-body.js';
import { sendAnswer } from './send.js';
import { startFacts, type StartFacts } from './start-facts.js';

/** The simulator's own route: not part of the API, only there when asked for. */
const CALLS_PATH = '/_sim/calls';

/** Answers one request. Every request of the API is recorded before it is answered. */
export async function dispatch(
  state: SimulatorState,
  process: ServerProcess,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readRequestBody(request, state.profile.limits.bodyBytes);
  await process.stall;
  const path = (request.url ?? '').split('?')[0] ?? '';
  if (state.exposeCalls && path === CALLS_PATH) {
    showCalls(state, request, response);
    return;
  }
  const found = findRoute(ROUTES, request.method ?? 'GET', path, state.profile);
  const id = found.kind === 'route' ? found.id : '';
  const facts = found.kind === 'route' && found.route.faults === 'start' ? startFacts(body) : undefined;
  const record = (runId: string): void =>
    state.calls.add({ atMs: state.clock.now(), ...callFacts(request, path, body, facts, runId) });

  const refused = refusal(state, request, body, found);
  if (refused !== undefined || found.kind !== 'route') {
    record(id);
    if (refused !== undefined) sendAnswer(response, state.profile.serverHeader, refused);
    return;
  }
  const fault = plannedFault(state, found.route, id, facts, body);
  const exchange: Exchange = { state, process, request, response, body, id, fault };
  if (fault?.kind === 'answer') {
    record(id);
    sendAnswer(response, state.profile.serverHeader, faultAnswer(fault));
    return;
  }
  if (facts === undefined) record(id);
  const handled = await handle(exchange, found.route, facts, record);
  if (fault?.kind === 'duplicate-request') await handle(exchange, found.route, facts, record);
  await deliver(exchange, handled);
}

/** Lets the handler work and records what it started. */
async function handle(
  exchange: Exchange,
  route: Route,
  facts: StartFacts | undefined,
  record: (runId: string) => void,
): Promise<Handled> {
  const handled = await route.handle(exchange);
  if (facts === undefined || handled === 'sent') return handled;
  record(handled.createdRun ?? '');
  if (handled.createdRun !== undefined) exchange.state.faults.planMarked(facts.input, handled.createdRun);
  return handled;
}

function callFacts(
  request: IncomingMessage,
  path: string,
  body: RequestBody,
  facts: StartFacts | undefined,
  runId: string,
): Omit<RecordedCall, 'seq' | 'atMs'> {
  const key = request.headers['idempotency-key'];
  return {
    method: request.method ?? 'GET',
    path,
    ...(runId === '' ? {} : { runId }),
    ...(facts?.sessionId === undefined ? {} : { sessionId: facts.sessionId }),
    ...(typeof key === 'string' ? { idempotencyKey: key } : {}),
    bodySha256: body.sha256,
    bodyBytes: body.length,
  };
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

function showCalls(state: SimulatorState, request: IncomingMessage, response: ServerResponse): void {
  const answer = authorized(request, state.apiKey)
    ? jsonAnswer(200, { total: state.calls.total(), calls: state.calls.all().map((call) => ({ ...call })) })
    : jsonAnswer(401, state.profile.unauthorized);
  sendAnswer(response, state.profile.serverHeader, answer);
}
