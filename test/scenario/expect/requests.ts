import { memberAt } from '../../points/member-at.js';
import { EPOCH_MS } from '../../support/virtual-clock.js';
import type { Bound } from '../file/scenario.js';
import { bounded, forEach, same, within, type Check, type ChecksOf } from './check.js';
import { eventsOf, type Ending } from './ending.js';

const USUAL = [
  /^\/health$/,
  /^\/v1\/capabilities$/,
  /^\/v1\/models$/,
  /^\/v1\/runs$/,
  /^\/v1\/runs\/[^/]+$/,
  /^\/v1\/runs\/[^/]+\/(events|approval|stop)$/,
];

const count = (on: string): Check<Bound> => bounded(({ world }) => world.provider.count(on));

/** What reached the provider. */
export const REQUEST_CHECKS: ChecksOf<
  | 'startRequests'
  | 'startRequestsPerAction'
  | 'startRequestsOf'
  | 'startRequestsWhileStoreDown'
  | 'claimAgeAtRequestMs'
  | 'eventStreamRequests'
  | 'statusRequests'
  | 'approvalRequests'
  | 'stopRequests'
  | 'requestsToOtherOrigins'
  | 'requestsOutside'
> = {
  startRequests: count('POST /v1/runs'),
  startRequestsPerAction: (ending, expected) => {
    for (const action of ending.play.sources) {
      const wrong = within(startsOf(ending, action), expected);
      if (wrong !== null) return `of ${action} ${wrong}`;
    }
    return null;
  },
  startRequestsOf: (ending, expected) =>
    forEach(expected, (action, bound) => within(startsOf(ending, action), bound)),
  startRequestsWhileStoreDown: bounded(({ world }) => world.startsWhileStoreDown),
  claimAgeAtRequestMs: (ending, expected) => {
    const ages = claimAges(ending);
    if (ages.length === 0) return 'cannot be told: no start request was sent on a claim';
    return ages.map((age) => within(age, expected)).find((wrong) => wrong !== null) ?? null;
  },
  eventStreamRequests: count('GET /v1/runs/{id}/events'),
  statusRequests: count('GET /v1/runs/{id}'),
  approvalRequests: count('POST /v1/runs/{id}/approval'),
  stopRequests: count('POST /v1/runs/{id}/stop'),
  requestsToOtherOrigins: bounded(({ world }) => world.provider.elsewhere.length),
  requestsOutside: ({ world }, expected) => {
    const paths = world.provider.requests.map(({ path }) => path);
    const outside = paths.filter((path) => !USUAL.some((usual) => usual.test(path)));
    return same([...new Set(outside)].sort(), [...new Set(expected)].sort());
  },
};

function startsOf({ world }: Ending, action: string): number {
  return world.provider.requests.filter((request) => isStart(request) && world.actionOf(request) === action)
    .length;
}

function isStart({ method, path }: { readonly method: string; readonly path: string }): boolean {
  return method === 'POST' && path === '/v1/runs';
}

/** How old the claim in force was when each start request arrived, milliseconds. */
function claimAges(ending: Ending): readonly number[] {
  const { world } = ending;
  return world.provider.requests.filter(isStart).flatMap((request) => {
    const action = world.actionOf(request);
    const claims = action === null ? [] : eventsOf(ending, action);
    const claim = claims.filter(({ type }) => type === 'RunStartClaimed').at(-1);
    const claimedAt = claim === undefined ? null : memberAt(claim.data, ['claimed_at']);
    return typeof claimedAt === 'string' ? [EPOCH_MS + request.atMs - Date.parse(claimedAt)] : [];
  });
}
