import type { AnyJson } from '@aip-hermes/aip';
import type { Profile, Reply } from '../file/scenario.js';

const VERSIONS: Readonly<Record<Profile, string>> = { A: '0.18.2', B: '0.20.4', C: '0.21.0', D: '0.22.2' };

const ALWAYS = [
  'run_submission',
  'run_status',
  'run_events_sse',
  'run_stop',
  'run_approval_response',
  'approval_events',
] as const;

const IDEMPOTENCY = { supported: true, durable: true, retention_seconds: 86_400 };

/** What a release answers where the script says nothing: health, capabilities and models; null for other requests. */
export function profileAnswer(profile: Profile, method: string, path: string): Reply | null {
  if (method !== 'GET') return null;
  switch (path) {
    case '/health':
      return ok({ status: 'ok', platform: 'hermes-agent', version: VERSIONS[profile] });
    case '/v1/capabilities':
      return ok({
        object: 'hermes.api_server.capabilities',
        platform: 'hermes-agent',
        features: featuresOf(profile),
      });
    case '/v1/models':
      return ok({ object: 'list', data: [{ id: 'hermes-agent', object: 'model', owned_by: 'hermes' }] });
    default:
      return null;
  }
}

function featuresOf(profile: Profile): AnyJson {
  return {
    ...Object.fromEntries(ALWAYS.map((feature) => [feature, true])),
    ...(profile === 'A' ? {} : { run_steer: true }),
    ...(profile === 'A' || profile === 'B' ? {} : { runs_idempotency: IDEMPOTENCY }),
  };
}

function ok(json: AnyJson): Reply {
  return { status: 200, json };
}
