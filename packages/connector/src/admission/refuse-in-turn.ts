import { isOperatorActionId } from '@aip-hermes/binding';
import type { AdmissionDeps } from './admission-deps.js';
import { inTurn } from './in-turn.js';
import { knownToBinding, refuseReusedId } from './known-message.js';
import { refuseCommand, type Refusal } from './refuse-command.js';

/**
 * Refuses a command behind the earlier ones for its Action, unless the binding took its message before (SPEC M9).
 * @throws LogUnavailable, BusUnavailable
 */
export async function refuseInTurn(deps: AdmissionDeps, refusal: Refusal): Promise<void> {
  const { about, envelope, digest, signal } = refusal;
  if (!isOperatorActionId(about.action_id)) return refuseCommand(deps, refusal);
  await inTurn(deps.registry, about.action_id, signal, async (stream) => {
    switch (knownToBinding(await stream.refresh(), envelope.message_id, digest)) {
      case 'new':
        return refuseCommand(deps, refusal);
      case 'same':
        return;
      case 'other':
        return refuseReusedId(deps, refusal);
    }
  });
}
