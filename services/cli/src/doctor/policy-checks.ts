import type { Check, CheckMaker } from './check.js';
import type { ConfiguredEndpoint } from './configured-endpoint.js';

/** What Hermes takes at once unless it is configured otherwise. */
const HERMES_DEFAULT_RUNS = 10;

/** What the connector itself allows on an endpoint, in a few words, and where that cannot go well. */
export function policyChecks(
  { tenant, policy, inputBytes }: Pick<ConfiguredEndpoint, 'tenant' | 'policy' | 'inputBytes'>,
  make: CheckMaker,
): readonly Check[] {
  const { require_action_approval, max_concurrent_runs, timeout_ms, max_events, max_input_bytes } = policy;
  const parts = [
    require_action_approval ? 'every Action needs an approval' : 'Actions need no approval',
    `at most ${max_concurrent_runs} runs at once`,
    `${timeout_ms / 1_000} s a run`,
    `${max_events} events a run`,
    inputText(max_input_bytes, inputBytes),
    `delegation ${policy.delegation_enabled ? 'on' : 'off'}`,
    tenant === null ? 'any tenant' : `only tenant ${tenant}`,
  ];
  const facts = {
    require_action_approval,
    max_concurrent_runs,
    timeout_ms,
    max_events,
    max_input_bytes,
    effective_input_bytes: inputBytes,
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

function inputText(configured: number, inEffect: number): string {
  const why = inEffect < configured ? ` (${configured} configured, log.max_append_bytes leaves no more)` : '';
  return `${inEffect} bytes of input${why}`;
}
