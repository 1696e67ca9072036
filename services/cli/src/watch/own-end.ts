import { bindingStream, foldBinding, isOperatorActionId, type BindingStatus } from '@aip-hermes/binding';
import type { EventLog } from '@aip-hermes/event-log';
import type { ExitName } from '../exit-code.js';

/** How the run of an Action ended by its own binding; `running`: it has not; null: the id has no binding. */
export type OwnEnd = ExitName | 'running' | null;

/** Reads the end of an Action's own binding. @throws LogUnavailable */
export async function ownEndOf(log: EventLog | null, id: string): Promise<OwnEnd> {
  if (log === null || !isOperatorActionId(id)) return null;
  const state = foldBinding(await log.read(bindingStream(id)));
  return state === null ? null : endOf(state.binding.status);
}

/**
 * The same when the run ended so long ago that its result may have been removed from the bus by age; null: it has not
 * ended, or is there. @throws LogUnavailable
 */
export async function removedEndOf(
  log: EventLog | null,
  id: string,
  removedUntilMs: number | null,
): Promise<ExitName | null> {
  if (log === null || removedUntilMs === null || !isOperatorActionId(id)) return null;
  const binding = foldBinding(await log.read(bindingStream(id)))?.binding;
  if (binding === undefined || Date.parse(binding.updated_at) > removedUntilMs) return null;
  const end = endOf(binding.status);
  return end === 'running' ? null : end;
}

function endOf(status: BindingStatus): ExitName | 'running' {
  switch (status) {
    case 'completed':
      return 'good';
    case 'failed':
    case 'cancelled':
    case 'outcome_unknown':
      return status;
    case 'starting':
    case 'running':
    case 'waiting_for_approval':
    case 'cancelling':
      return 'running';
  }
}
