import type { Envelope } from '@aip-hermes/aip';
import type { Invocation } from '@aip-hermes/binding';
import type { Subject } from './command-subject.js';
import type { Trusted } from './trusted-caller.js';

/** The invocation a command opens, with the address its reply goes to. */
export function invocationOf(envelope: Envelope, trusted: Trusted, about: Subject): Invocation {
  return {
    message_id: envelope.message_id,
    action_id: about.action_id,
    role: about.role,
    mode: about.mode,
    correlation_id: envelope.correlation_id ?? null,
    session_id: envelope.session_id ?? null,
    reply_to: { id: trusted.caller.principal.id, kind: trusted.caller.principal.kind },
    traceparent: trusted.traceparent,
    delegation: about.delegation,
  };
}
