import {
  bindingStream,
  foldBinding,
  isOperatorActionId,
  type BindingState,
  type VerifiedCaller,
} from '@aip-hermes/binding';
import type { EventLog } from '@aip-hermes/event-log';

/** The binding of another Action, when the caller's tenant may know of it (SPEC B7). @throws LogUnavailable */
export async function visibleSource(
  log: EventLog,
  actionId: string,
  caller: VerifiedCaller,
): Promise<BindingState | null> {
  if (!isOperatorActionId(actionId)) return null;
  const state = foldBinding(await log.read(bindingStream(actionId)));
  if (state === null) return null;
  const { tenant } = state.binding;
  const same = tenant?.id === caller.tenant?.id && tenant?.system === caller.tenant?.system;
  return same ? state : null;
}
