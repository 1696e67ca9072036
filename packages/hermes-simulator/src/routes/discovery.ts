import { errorAnswer, jsonAnswer, type Answer } from '../http/answer.js';
import { isJsonObject, type Json } from '../json.js';
import type { Exchange } from '../http/exchange.js';

/** `GET /health` and `/v1/health`: no key needed. */
export function health({ state }: Exchange): Answer {
  return jsonAnswer(200, { status: 'ok', platform: 'hermes-agent', version: state.profile.version });
}

/** `GET /health/detailed`: needs the key, always 200. */
export function detailedHealth({ state, process }: Exchange): Answer {
  const startedAt = new Date(state.startedAtMs).toISOString().replace('Z', '000+00:00');
  const ok = { status: 'ok' };
  const gatewayState = process.draining ? 'draining' : 'running';
  const checks = {
    state_db: ok,
    config: ok,
    model: ok,
    disk: { status: 'ok', used_percent: 4.8, free_bytes: 80_000_000_000 },
    gateway: { status: 'ok', state: gatewayState, connected_platforms: 1, platforms: 1 },
    background_queues: {
      status: 'ok',
      active_api_runs: process.runs.active(),
      process_completions: 0,
      active_delegations: process.runs.delegations,
    },
  };
  return jsonAnswer(200, {
    status: 'ok',
    ...(state.profile.readiness ? { readiness: { status: 'ok', checks } } : {}),
    platform: 'hermes-agent',
    version: state.profile.version,
    gateway_state: gatewayState,
    platforms: {
      api_server: { state: 'connected', error_code: null, error_message: null, updated_at: startedAt },
    },
    active_agents: process.draining ? process.runs.active() : 0,
    gateway_busy: false,
    gateway_drainable: !process.draining,
    exit_reason: null,
    updated_at: startedAt,
    pid: 1234,
  });
}

/** `GET /v1/models`: one model, the virtual name. */
export function models({ state }: Exchange): Answer {
  const id = state.modelName;
  const created = Math.floor(state.clock.now() / 1000);
  return jsonAnswer(200, {
    object: 'list',
    data: [{ id, object: 'model', created, owned_by: 'hermes', permission: [], root: id, parent: null }],
  });
}

/** `GET /v1/capabilities`. */
export function capabilities({ state }: Exchange): Answer {
  return jsonAnswer(200, told(state.profile.capabilities, state.durableIdempotency));
}

/** The capabilities, with `durable: false` where the store of keys is in memory (2). */
function told(capabilities: Json, durable: boolean): Json {
  if (durable || !isJsonObject(capabilities)) return capabilities;
  const features = isJsonObject(capabilities['features']) ? capabilities['features'] : {};
  const store = features['runs_idempotency'];
  if (!isJsonObject(store)) return capabilities;
  return { ...capabilities, features: { ...features, runs_idempotency: { ...store, durable } } };
}

/** `POST /v1/chat/completions`: not simulated beyond the cap it shares with runs (3.5). */
export function chatCompletions({ state, process }: Exchange): Answer {
  return (
    capAnswer(process.runs.held(), state.maxConcurrentRuns) ??
    jsonAnswer(501, { error: { message: 'Not simulated', type: 'invalid_request_error' } })
  );
}

/** 503 while the gateway drains, else undefined: new work only (1.6). */
export function drainAnswer(draining: boolean): Answer | undefined {
  if (!draining) return undefined;
  const message = 'Gateway is draining existing work; retry shortly.';
  return errorAnswer(503, message, 'gateway_draining', undefined, [['Retry-After', '1']]);
}

/** 429 when the cap is reached, else undefined; 0 switches the cap off. */
export function capAnswer(live: number, cap: number): Answer | undefined {
  if (cap === 0 || live < cap) return undefined;
  return jsonAnswer(
    429,
    {
      error: {
        message: `Too many concurrent runs (max ${cap})`,
        type: 'rate_limit_error',
        param: null,
        code: 'rate_limit_exceeded',
      },
    },
    [['Retry-After', '1']],
  );
}
