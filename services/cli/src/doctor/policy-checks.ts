import type { EndpointConfig } from '@aip-hermes/config';
import type { Check, CheckMaker } from './check.js';

/** What Hermes takes at once unless it is configured otherwise. */
const HERMES_DEFAULT_RUNS = 10;

/** What the connector itself allows on an endpoint, in a few words, and where that cannot go well. */
export function policyChecks(
  { tenant, policy }: Pick<EndpointConfig, 'tenant' | 'policy'>,
  make: CheckMaker,
): readonly Check[] {
  const { require_action_approval, max_concurrent_runs, timeout_ms, max_events, max_input_bytes } = policy;
  const parts = [
    require_action_approval ? 'every Action needs an approval' : 'Actions need no approval',
    `at most ${max_concurrent_runs} runs at once`,
    `${timeout_ms / 1_000} s a run`,
    `${max_events} events a run`,
    `${max_input_bytes} bytes of input`,
    `delegation ${policy.delegation_enabled ? 'on' : 'off'}`,
    tenant === null ? 'any tenant' : `only tenant ${tenant}`,
  ];
  const facts = {
    require_action_approval,
    max_concurrent_runs,
    timeout_ms,
    max_events,
    max_input_bytes,
    tenant,
  };
  const summary = make.ok('policy', `Policy: ${parts.join(', ')}.`, facts);
  if (max_concurrent_runs <= HERMES_DEFAULT_RUNS) return [summary];
  const more = make.warning(
    'concurrency',
    `max_concurrent_runs is ${max_concurrent_runs}, but Hermes takes ${HERMES_DEFAULT_RUNS} at once unless it is told otherwise; it refuses the rest, and those Actions fail.`,
    'Set gateway.api_server.max_concurrent_runs of that Hermes to at least this number, or lower it here.',
    { max_concurrent_runs },
  );
  return [summary, more];
}
