import { parsePolicy, type Policy } from '@aip-hermes/binding';
import type { Given } from '../file/scenario.js';

/** What a record may have at most unless the scenario says otherwise, bytes (DESIGN 3). */
const MESSAGE_MAX_BYTES = 1_048_576;
/** What an append may have at most unless the scenario says otherwise, bytes: the default of the adapters. */
const APPEND_MAX_BYTES = 1_048_576 - 16_384;

/** Everything of a set-up that is not said otherwise (cases section 2). */
export interface Settings {
  readonly apiKey: string;
  readonly connectTimeoutMs: number | undefined;
  readonly headersTimeoutMs: number | undefined;
  readonly policy: Policy;
  readonly maxAppendBytes: number;
  readonly countsMetadata: boolean;
  readonly maxMessageBytes: number;
  /** After so long in one batch of commands a process is out of its group; undefined: never. */
  readonly sessionTimeoutMs: number | undefined;
  readonly logLevel: string;
}

/** The set-up of a scenario. @throws when `policy` is none */
export function settingsOf({ policy, endpoint = {}, store = {}, broker = {}, logLevel }: Given): Settings {
  return {
    apiKey: endpoint.apiKey ?? 'scenario-key',
    connectTimeoutMs: endpoint.connectTimeoutMs,
    headersTimeoutMs: endpoint.headersTimeoutMs,
    policy: policyOf(policy),
    maxAppendBytes: store.maxAppendBytes ?? APPEND_MAX_BYTES,
    countsMetadata: store.countsMetadata ?? true,
    maxMessageBytes: broker.messageMaxBytes ?? MESSAGE_MAX_BYTES,
    sessionTimeoutMs: broker.sessionTimeoutMs,
    logLevel: logLevel ?? 'info',
  };
}

/** The policy of every scenario, with what this one changes. */
function policyOf(changed: Given['policy']): Policy {
  const parsed = parsePolicy({ require_action_approval: false, publish_chunks: 'always', ...changed });
  if (parsed.kind === 'ok') return parsed.policy;
  const problems = parsed.problems.map(({ path, message }) => `${path} ${message}`);
  throw new Error(`given.policy: ${problems.join('; ')}`);
}
