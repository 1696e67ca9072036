import type { ExpectedEnd } from '../expected/expected-end.js';
import type { KillWorld } from '../world/kill-world.js';
import { boundFindings } from './end-findings.js';

/** Whether a point was where it is said to be, by what provider and bus had seen of the target when the process died. */
export async function killFindings(
  world: KillWorld,
  target: string,
  end: ExpectedEnd,
): Promise<readonly string[]> {
  const published = await world.published();
  const results = published.filter(
    ({ inResponseTo, result }) => inResponseTo === `msg_${target}` && result !== null,
  ).length;
  return [
    ...boundFindings('start calls at the kill', world.provider.count('start', target), end.startsAtKill),
    ...boundFindings('results at the kill', results, end.resultsAtKill),
  ];
}
