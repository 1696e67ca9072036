import type { ProtocolError } from '@aip-hermes/aip';
import { operatorError } from '../errors/operator-error.js';

/** What an answer to a prompt, a cancel or a delegation is told until those commands are built. */
export function notAvailableYet(what: 'resume' | 'cancel' | 'delegation'): ProtocolError {
  switch (what) {
    case 'resume':
      return operatorError(
        'connector.hermes_agent.operator_policy',
        'Answering a prompt is not available yet. Answer it in Hermes itself, or wait for the prompt to time out there.',
        { rule: 'A2' },
      );
    case 'cancel':
      return operatorError(
        'connector.hermes_agent.operator_policy',
        'Cancelling is not available yet. Stop the run in Hermes itself; its end is followed and reported here.',
        { rule: 'X1' },
      );
    case 'delegation':
      return operatorError(
        'connector.hermes_agent.operator_policy',
        'Delegation to Hermes is switched off. Send the Action to its own capability instead.',
        { rule: 'D2' },
      );
  }
}
