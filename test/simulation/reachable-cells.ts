import { CELLS, cellName, type Cell } from './model/state-table.js';

/** Answers to approvals: events that only an answer or an expiry brings. */
const OF_ANSWERS: ReadonlySet<string> = new Set([
  'ApprovalAnswerClaimed',
  'ApprovalAnswerApplied',
  'ApprovalAnswerRejected',
  'ApprovalAnswerOutcomeUnknown',
  'ApprovalExpired',
]);
const OF_CANCELLATION: ReadonlySet<string> = new Set(['CancellationRequested', 'RunStopSent']);
/** Events whose cell is the same whether a claim is open or not; the table gives it to show that they clear it. */
const CLEARS_CLAIM: ReadonlySet<string> = new Set(['RunCompleted', 'RunCancelled']);

/** Why an allowed cell of the state table is not expected in a run; null: it is. */
function whyNotReachable({ event, given, column }: Cell): string | null {
  if (OF_CANCELLATION.has(event) || column === 'cancelling' || given.includes('cancel requested'))
    return 'waits for cancellation';
  if (OF_ANSWERS.has(event)) return 'waits for answers to approvals';
  if (event === 'DelegationResolved') return 'waits for delegation';
  if (event === 'LateEvidenceRecorded' && column !== 'T')
    return 'waits for a second instance: alone, a process learns late things only of what it has settled';
  if (event === 'ApprovalRequested' && column === 'running' && given === 'another prompt open')
    return 'waits for answers to approvals: a prompt stays open in running only beside one that was answered';
  if (event === 'ApprovalRequested' && column === 'waiting_for_approval' && given === 'no prompt open')
    return 'never: who waits for an approval has an open prompt';
  if (event === 'InvocationAccepted' && column === 'waiting_for_approval')
    return 'never: while a prompt is open a replay is served that prompt (SPEC B5)';
  if (given.includes('claim open') && column !== 'starting' && !CLEARS_CLAIM.has(event))
    return 'never: RunBound clears the claim';
  return null;
}

/** Names of the cells that must occur. */
export const REACHABLE_CELLS: readonly string[] = CELLS.filter(
  (cell) => cell.says !== '-' && whyNotReachable(cell) === null,
).map(cellName);
