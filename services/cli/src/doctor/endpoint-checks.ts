import type { EndpointProbe } from '../wire/probe-endpoint.js';
import { addressCheck } from './address-check.js';
import { checksOf, type Check, type CheckMaker } from './check.js';
import { skewCheck } from './clock-checks.js';
import type { ConfiguredEndpoint } from './configured-endpoint.js';
import { featureChecks } from './feature-checks.js';
import { policyChecks } from './policy-checks.js';
import { releaseCheck } from './release-check.js';

/** What was asked of an endpoint and what is configured for it. */
export interface EndpointCase {
  readonly id: string;
  readonly baseUrl: string;
  /** Null for an endpoint of a running service that this command has no configuration of. */
  readonly configured: ConfiguredEndpoint | null;
  readonly probe: EndpointProbe;
}

/** Everything about one endpoint (SPEC C4). */
export function endpointChecks({ id, baseUrl, configured, probe }: EndpointCase): readonly Check[] {
  const make = checksOf('endpoint', id);
  const { skew } = probe;
  return [
    addressCheck(baseUrl, make),
    ...answerChecks(probe, make),
    ...(skew === null ? [] : [skewCheck(skew, make)]),
    ...(configured === null ? [] : policyChecks(configured, make)),
  ];
}

function answerChecks(probe: EndpointProbe, make: CheckMaker): readonly Check[] {
  const { answer, latencyMs } = probe;
  const facts = { latency_ms: latencyMs };
  const reachable = (): Check =>
    make.ok(
      'reachable',
      `Its health check answers${latencyMs === null ? '' : ` after ${latencyMs} ms`}.`,
      facts,
    );
  switch (answer.kind) {
    case 'down':
      return [make.unreachable('reachable', answer.remark, START_IT, facts)];
    case 'late':
      return [
        make.unreachable(
          'reachable',
          `It did not answer within ${answer.timeoutMs / 1_000} s.`,
          `${START_IT} A longer wait: --timeout SECONDS.`,
          facts,
        ),
      ];
    case 'foreign':
      return [make.problem('reachable', answer.remark, 'Correct base_url.', facts)];
    case 'unauthorised':
      return [
        reachable(),
        ...(answer.identified ? [releaseCheck(answer.version, make)] : []),
        make.problem('key', answer.remark, CORRECT_KEY, { accepted: false }),
      ];
    case 'no_key':
      return [
        reachable(),
        releaseCheck(answer.version, make),
        make.ok('key', 'Not checked: the running service knows its key, this command does not.', {
          accepted: null,
        }),
      ];
    case 'up':
      return [
        reachable(),
        releaseCheck(answer.version, make),
        keyCheck(answer.keyAccepted, make),
        ...featureChecks(answer.features, make),
      ];
  }
}

const START_IT = 'Start that Hermes with its API server switched on, or correct base_url, network and TLS.';
const CORRECT_KEY =
  'Give the endpoint the API_SERVER_KEY of that Hermes (api_key_env or api_key_file), then start the service again.';

function keyCheck(accepted: boolean, make: CheckMaker): Check {
  return accepted
    ? make.ok('key', 'The key is accepted (its capabilities were read with it).', { accepted: true })
    : make.warning(
        'key',
        'The server has no capabilities to read, so it is not known whether it accepts the key.',
        'Use Hermes 0.19 or later, or check the key there.',
        { accepted: null },
      );
}
