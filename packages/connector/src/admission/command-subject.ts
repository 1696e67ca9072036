import { MESSAGE_TYPES, type EnvelopeOf } from '@aip-hermes/aip';
import type { Invocation } from '@aip-hermes/binding';

/** An envelope that is a command of this connector (DESIGN 4). */
export type CommandEnvelope =
  | EnvelopeOf<'aip.core.v1.action'>
  | EnvelopeOf<'aip.core.v1.cancel'>
  | EnvelopeOf<'aip.agent.v1.delegation_request'>;

/** What the reply to a refused command is about. */
export type Subject = Pick<Invocation, 'action_id' | 'role' | 'mode' | 'delegation'>;

/** The Action a command is about. */
export function subjectOf(envelope: CommandEnvelope): Subject {
  switch (envelope.message_type) {
    case MESSAGE_TYPES.action: {
      const { id, mode } = envelope.body.action;
      return { action_id: id, role: 'source', mode: mode ?? 'sync', delegation: null };
    }
    case MESSAGE_TYPES.delegation_request: {
      const { delegation_id, parent_action_id, child_action } = envelope.body.delegation_request;
      return {
        action_id: child_action.id,
        role: 'delegation',
        mode: child_action.mode ?? 'sync',
        delegation: { delegation_id, parent_action_id, child_action_id: child_action.id },
      };
    }
    case MESSAGE_TYPES.cancel: {
      const { target } = envelope.body.cancel;
      const id = 'action' in target ? target.action : target.session;
      return { action_id: id, role: 'source', mode: 'sync', delegation: null };
    }
  }
}
