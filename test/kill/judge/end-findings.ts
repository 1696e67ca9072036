import type { Bound, ExpectedEnd } from '../expected/expected-end.js';
import type { Judged } from './judged.js';

const UNKNOWN = '.operator_outcome_unknown';

/** The end of a target against what is expected of it; G3: an unknown one is told as unknown. */
export function endFindings(
  { calls, messages }: Pick<Judged, 'calls' | 'messages'>,
  target: string,
  end: ExpectedEnd,
): readonly string[] {
  const count = (kind: string): number =>
    calls.filter((call) => call.kind === kind && call.action === target).length;
  const own = messages.find(
    ({ inResponseTo, result }) => inResponseTo === `msg_${target}` && result !== null,
  )?.result;
  const came =
    own?.status === 'failed' && own.code?.endsWith(UNKNOWN) ? 'unknown' : (own?.status ?? 'nothing');
  return [
    ...(came === end.result
      ? []
      : [`the end of ${target} is ${came} (${own?.code ?? ''}), not ${end.result}`]),
    ...boundFindings(`start calls for ${target}`, count('start'), end.starts),
    ...boundFindings(`requests for the events of ${target}`, count('events'), end.streams),
  ];
}

/** What is wrong with a number. */
export function boundFindings(what: string, found: number, bound: Bound): readonly string[] {
  const [least, most] = typeof bound === 'number' ? [bound, bound] : bound;
  return found >= least && found <= most
    ? []
    : [`${found} ${what}, not ${[...new Set([least, most])].join('..')}`];
}
