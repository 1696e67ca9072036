import { POINT_NAMES } from '../points/point-names.js';
import { DEATH_AWAITS, DEATH_POINTS, POINTS_OF_LATER_FEATURES } from './deaths.js';
import { REACHABLE_CELLS } from './reachable-cells.js';
import { ENDS, STARTS, STREAMS, TRAITS } from './run-plan.js';
import { COMMAND_KINDS } from './workload.js';

const EVENTS = [
  'OperatorRunRequested',
  'InvocationAccepted',
  'RunStartClaimed',
  'RunBound',
  'ObservationClaimed',
  'ProviderEventObserved',
  'StreamEnded',
  'ApprovalRequested',
  'RunCompleted',
  'RunFailed',
  'RunCancelled',
  'RunOutcomeUnknown',
  'LateEvidenceRecorded',
  'CommandRefused',
  'ReplayServed',
] as const;
const LOG_FAULTS = [
  'slow',
  'slow_answer',
  'append_down',
  'read_down',
  'read_slow',
  'subscription_down',
  'head_down',
  'ambiguous_not_written',
  'ambiguous_written',
] as const;
const BUS_FAULTS = ['slow', 'down', 'written_unsure', 'commit_lost', 'batch_again'] as const;
const STATUS_FAULTS = ['500', '429', '401', '403', '400', 'reset', 'silent', 'not_json'] as const;

/** What must occur again and again; a kind that never does tests nothing. */
export const EXPECTED_KINDS: readonly string[] = [
  ...named('start', STARTS),
  ...named('ends', ENDS),
  ...named('stream', STREAMS),
  ...named('trait', TRAITS),
  ...named('event', EVENTS),
  ...REACHABLE_CELLS,
  ...named('command', COMMAND_KINDS),
  ...named('log', LOG_FAULTS),
  ...named('bus', BUS_FAULTS),
  ...named('status_fails', STATUS_FAULTS),
  ...named(
    'point',
    POINT_NAMES.filter((name) => !POINTS_OF_LATER_FEATURES.includes(name)),
  ),
  ...named('kill', ['time', 'after_stop', 'boot']),
  ...named('kill:at', [...DEATH_AWAITS, ...DEATH_POINTS], '_'),
  ...named('topic', ['stream_chunks', 'results', 'dead_letters']),
  ...named('provider', ['away', 'restarted', 'gone_before_answer']),
  ...['stop', 'stands_still', 'boot:failed', 'status:lags', 'answer:status_unknown_run'],
];

function named(prefix: string, names: readonly string[], mark = ':'): readonly string[] {
  return names.map((name) => `${prefix}${mark}${name}`);
}
