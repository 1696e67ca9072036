import type { ActionAudit } from '@aip-hermes/audit';
import { objectAt, textAt, type Loose } from '../watch/published.js';
import type { Standing } from './next-step-for.js';
import { STATE_STEPS } from './state-steps.js';

/** Where an audited Action stands; for an answer to a prompt its source; null: its record cannot be read. */
export function auditedStanding(
  { binding, messages }: Pick<ActionAudit, 'binding' | 'messages'>,
  serviceRuns: boolean,
): Standing | null {
  if (binding === null) return { state: 'refused', ...factsOf(lastError(messages)), serviceRuns };
  const status = textAt(binding, 'status');
  if (status === null || !isState(status)) return null;
  return { state: status, ...factsOf(objectAt(binding, 'error')), serviceRuns };
}

function isState(text: string): text is Standing['state'] {
  return text !== 'open_without_service' && text !== 'refused_cancel' && Object.hasOwn(STATE_STEPS, text);
}

function factsOf(error: Loose | null): Pick<Standing, 'code' | 'details'> {
  return { code: textAt(error, 'code'), details: objectAt(error, 'details') };
}

/** The error of the newest reply that carries one. */
function lastError(messages: ActionAudit['messages']): Loose | null {
  const errors: Loose[] = [];
  for (const { value } of messages) {
    const error = errorIn(objectAt(objectAt({ value }, 'value'), 'body'));
    if (error !== null) errors.push(error);
  }
  return errors.at(-1) ?? null;
}

function errorIn(body: Loose | null): Loose | null {
  const reply =
    objectAt(body, 'action_result') ?? objectAt(body, 'delegation_result') ?? objectAt(body, 'error');
  return objectAt(reply, 'error');
}
