import { protocolError, type ProtocolError } from '@aip-hermes/aip';
import {
  isOperatorActionId,
  isTerminal,
  notAvailableYet,
  operatorError,
  type RefusalReply,
} from '@aip-hermes/binding';
import type { AdmissionDeps } from './admission-deps.js';
import { answerDirectly } from './answer-directly.js';
import { refuseCommand } from './refuse-command.js';
import type { TakenOf } from './taken-command.js';
import { trustedCaller } from './trusted-caller.js';
import { visibleSource } from './visible-source.js';

/** Answers a cancel (SPEC M5, M6, B7). @throws LogUnavailable, BusUnavailable: the record must come again. */
export async function admitCancel(deps: AdmissionDeps, taken: TakenOf<'aip.core.v1.cancel'>): Promise<void> {
  const { target } = taken.envelope.body.cancel;
  const { trusted, error } = trustedCaller(taken.envelope, deps.ingress, deps.surroundings.clock.now());
  if (!('action' in target)) {
    await answerDirectly(
      deps,
      taken,
      trusted,
      error ?? notFound('A session cannot be cancelled here; cancel its Actions.'),
    );
    return;
  }
  const about = { action_id: target.action, role: 'source', mode: 'sync', delegation: null } as const;
  const { record, envelope, signal } = taken;
  await inTurn(deps, target.action, async () => {
    const reply: RefusalReply =
      error === null ? await replyTo(deps, target.action, trusted.caller) : { kind: 'error', error };
    await refuseCommand(deps, { record, envelope, trusted, about, signal, reply });
  });
}

/** Behind earlier commands for the same Action, such as the one that created it. */
async function inTurn(deps: AdmissionDeps, actionId: string, task: () => Promise<void>): Promise<void> {
  if (!isOperatorActionId(actionId)) return task();
  const lease = deps.registry.acquire(actionId);
  try {
    await lease.stream.exclusively(task);
  } finally {
    lease.release();
  }
}

async function replyTo(
  deps: AdmissionDeps,
  actionId: string,
  caller: Parameters<typeof visibleSource>[2],
): Promise<RefusalReply> {
  const source = await visibleSource(deps.log, actionId, caller);
  if (source === null)
    return { kind: 'error', error: notFound('There is no Action with this id to cancel.') };
  if (isTerminal(source.binding.status)) {
    const message = `The Action has ended (${source.binding.status}); there is nothing to cancel.`;
    return rejected(operatorError('connector.hermes_agent.operator_policy', message, { rule: 'X6' }));
  }
  return rejected(notAvailableYet('cancel'));
}

function rejected(error: ProtocolError): RefusalReply {
  return { kind: 'ack_rejected', reason: error.message, error };
}

function notFound(message: string): ProtocolError {
  return protocolError({
    code: 'resource.not_found',
    message,
    category: 'permanent',
    retryable: false,
    details: { rule: 'M6' },
  });
}
