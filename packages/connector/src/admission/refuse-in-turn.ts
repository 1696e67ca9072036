import { isOperatorActionId, type BindingState, type RefusalReply } from '@aip-hermes/binding';
import type { AdmissionDeps } from './admission-deps.js';
import { inTurn } from './in-turn.js';
import { knownToBinding, refuseReusedId } from './known-message.js';
import { refuseCommand, type Refusal } from './refuse-command.js';

/**
 * Refuses a command behind the earlier ones for its Action, unless the binding took its message before (SPEC M9). The
 * reply goes by how the binding stands then; null where there is none.
 * @throws LogUnavailable, BusUnavailable
 */
export async function refuseInTurn(
  deps: AdmissionDeps,
  command: Omit<Refusal, 'reply'>,
  replyFor: (state: BindingState | null) => RefusalReply,
): Promise<void> {
  const { about, envelope, digest, signal } = command;
  if (!isOperatorActionId(about.action_id)) return refuseCommand(deps, { ...command, reply: replyFor(null) });
  await inTurn(deps.registry, about.action_id, signal, async (stream) => {
    const state = await stream.refresh();
    switch (knownToBinding(state, envelope.message_id, digest)) {
      case 'new':
        return refuseCommand(deps, { ...command, reply: replyFor(state) });
      case 'same':
        return;
      case 'other':
        return refuseReusedId(deps, command);
    }
  });
}
