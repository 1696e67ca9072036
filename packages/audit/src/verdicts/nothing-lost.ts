import { isTerminal } from '@aip-hermes/binding';
import type { CaseFile } from '../case-file.js';
import { invocationAt, settlesOf } from '../invocation-at.js';
import { counted } from '../counted.js';
import type { DerivedMessage } from '../derive-messages.js';
import { judge } from '../judge.js';
import { removedGap } from '../removed-from-bus.js';
import type { Verdict } from '../verdict.js';
import type { Step } from '../walk-binding.js';

/**
 * G6: every accepted command is settled by exactly one event, or waits visibly, and every refusal and replay has its
 * reply (SPEC R5, M1 to M10). With a bus: no reply that must be there is missing.
 */
export function nothingLost(file: CaseFile): Verdict {
  const ledger = new Ledger(file.sourceId);
  for (const step of file.steps) if (step.legal) ledger.take(step);
  const { state } = file;
  const ended = state !== null && isTerminal(state.binding.status);
  const resolving = ended && state.request.kind === 'delegation' && !state.delegationResolved;
  const breaches = [
    ...ledger.breaches,
    ...(ended && !resolving ? ledger.unsettled() : []),
    ...(file.steps.length > 0 && ledger.accepted === 0
      ? ['nobody waits for this binding: its command is lost']
      : []),
    ...unanswered(file),
    ...missingReplies(file),
  ];
  return judge('G6', {
    breaches,
    holds: told(file, ledger),
    gap: file.gap ?? removedGap(file.comparison, isReply),
  });
}

function told({ state, refusals, replays }: CaseFile, ledger: Ledger): string {
  const others = refusals.length + replays.length;
  const beside =
    others === 0 ? '' : `; ${counted(others, 'refusal or replay', 'refusals and replays')} answered`;
  if (state === null) return `no command was accepted${beside}`;
  const waiting = ledger.open.size;
  const rest = waiting === 0 ? 'none waits' : `${waiting} of them still waiting (${state.binding.status})`;
  return `${counted(ledger.accepted, 'accepted command')}, ${rest}${beside}`;
}

/** Follows who waits, independent of the fold. */
class Ledger {
  readonly open = new Map<string, string>();
  readonly breaches: string[] = [];
  accepted = 0;
  readonly #sourceId: string | null;
  /** The message of the source's own invocation, told once more at the end when nobody waits under its id. */
  #source: string | null = null;

  constructor(sourceId: string | null) {
    this.#sourceId = sourceId;
  }

  take(step: Step): void {
    const { row, data } = step;
    if (row.type === 'InvocationAccepted') {
      const invocation = invocationAt(data, 'invocation');
      if (invocation === null) return;
      this.accepted += 1;
      this.#source ??= invocation.messageId;
      this.open.set(invocation.messageId, invocation.actionId);
      return;
    }
    const ends = ENDINGS.has(row.type);
    const settles = settlesOf(data);
    let extra = ends && ![...this.open.values()].includes(this.#sourceId ?? '');
    for (const { messageId } of settles) {
      if (this.open.delete(messageId)) continue;
      if (extra && messageId === this.#source) extra = false;
      else this.breaches.push(`revision ${row.revision}: ${row.type} answers a command that does not wait`);
    }
    if (extra && row.type !== 'DelegationResolved' && step.result !== null)
      this.breaches.push(`revision ${row.revision}: the end was not told under the source Action id`);
  }

  unsettled(): readonly string[] {
    return this.open.size === 0 ? [] : [`${this.open.size} accepted commands were never answered`];
  }
}

const ENDINGS: ReadonlySet<string> = new Set([
  'RunCompleted',
  'RunFailed',
  'RunCancelled',
  'RunOutcomeUnknown',
  'DelegationResolved',
]);

function unanswered({ refusals, replays, derived }: CaseFile): readonly string[] {
  const answered = new Set(derived.map(({ row }) => row.id));
  return [...refusals, ...replays].flatMap(({ row, kind }) =>
    kind === 'event' && !answered.has(row.id)
      ? [`${row.type} ${row.revision} of its stream gives no reply`]
      : [],
  );
}

function isReply({ message }: DerivedMessage): boolean {
  return message.topic === 'results';
}

function missingReplies({ comparison }: CaseFile): readonly string[] {
  const missing = (comparison?.missing ?? []).filter(isReply);
  return missing.map(({ row }) => `the reply of ${row.type} at revision ${row.revision} is not on the bus`);
}
