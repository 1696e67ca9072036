import { isJsonObject, type JsonObject } from '../json.js';
import { CAPABILITIES_B } from './capabilities-b.js';

/** Capabilities of profile C and later: those of B, steer, idempotency, and `features` (section 2). */
export function laterCapabilities(features: JsonObject): JsonObject {
  const base = isJsonObject(CAPABILITIES_B) ? CAPABILITIES_B : {};
  const flags = isJsonObject(base['features']) ? base['features'] : {};
  const endpoints = isJsonObject(base['endpoints']) ? base['endpoints'] : {};
  return {
    ...base,
    features: {
      ...flags,
      runs_idempotency: { supported: true, durable: true, retention_seconds: 86_400 },
      run_steer: true,
      ...features,
    },
    endpoints: { ...endpoints, run_steer: { method: 'POST', path: '/v1/runs/{run_id}/steer' } },
  };
}
