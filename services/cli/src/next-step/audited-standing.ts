import type { ActionAudit } from '@aip-hermes/audit';
import { objectAt, textAt, type Loose } from '../watch/published.js';
import type { Standing } from './next-step-for.js';
import { STATE_STEPS } from './state-steps.js';

/** Where an audited Action stands; for an answer to a prompt its source; null: its record cannot be read. */
export function auditedStanding(
  { binding, messages }: Pick<ActionAudit, 'binding' | 'messages'>,
  serviceRuns: boolean,
): Standing | null {
  if (binding === null) return { state: 'refused', code: lastCode(messages), serviceRuns };
  const status = textAt(binding, 'status');
  if (status === null || !isState(status)) return null;
  return { state: status, code: textAt(objectAt(binding, 'error'), 'code'), serviceRuns };
}

function isState(text: string): text is Standing['state'] {
  return text !== 'open_without_service' && Object.hasOwn(STATE_STEPS, text);
}

/** The code of the newest reply that carries one. */
function lastCode(messages: ActionAudit['messages']): string | null {
  const codes = messages.flatMap(({ value }) => {
    const body = objectAt(objectAt({ value }, 'value'), 'body');
    return textAt(errorIn(body), 'code') ?? [];
  });
  return codes.at(-1) ?? null;
}

function errorIn(body: Loose | null): Loose | null {
  const reply =
    objectAt(body, 'action_result') ?? objectAt(body, 'delegation_result') ?? objectAt(body, 'error');
  return objectAt(reply, 'error');
}
