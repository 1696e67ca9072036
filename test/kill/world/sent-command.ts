/** How often a message is to be answered in the end; G6. */
export interface Answers {
  /** `ack` and `error` replies. */
  readonly acks: number;
  readonly results: number;
  readonly deadLetters: number;
}

/** A record as it was put on the command topic. */
export interface SentCommand {
  /** Null: bytes that are no message. */
  readonly messageId: string | null;
  readonly key: string;
  readonly value: Uint8Array;
  readonly answers: Answers;
}

/** An operator Action as a command. */
export interface ActionCommand {
  readonly action: string;
  readonly messageId: string;
  readonly mode?: 'streaming' | 'async' | 'sync';
  readonly input?: object;
  readonly answers?: Partial<Answers>;
}

const ONE_RESULT: Answers = { acks: 0, results: 1, deadLetters: 0 };

/** A command with an Action. */
export function actionCommand(command: ActionCommand): SentCommand {
  const { action, messageId, mode = 'streaming', input = { objective: 'Summarise the report' } } = command;
  const body = {
    action: {
      id: action,
      capability_id: 'cap:hermes_agent:hermes-a:operator',
      input,
      mode,
      idempotency_key: `key-${action}`,
    },
  };
  return {
    messageId,
    key: action,
    value: envelope('aip.core.v1.action', messageId, body),
    answers: { ...ONE_RESULT, ...command.answers },
  };
}

/** A command that cancels an Action. */
export function cancelCommand(action: string, messageId: string): SentCommand {
  const body = { cancel: { target: { action }, reason: 'not needed' } };
  return {
    messageId,
    key: action,
    value: envelope('aip.core.v1.cancel', messageId, body),
    answers: { acks: 1, results: 0, deadLetters: 0 },
  };
}

/** Bytes that are no message. */
export function noCommand(key: string): SentCommand {
  return {
    messageId: null,
    key,
    value: new TextEncoder().encode('{"aip_version": "1.0", '),
    answers: { acks: 0, results: 0, deadLetters: 1 },
  };
}

function envelope(messageType: string, messageId: string, body: object): Uint8Array {
  const message = {
    aip_version: '1.0',
    message_type: messageType,
    message_id: messageId,
    sent_at: new Date().toISOString(),
    correlation_id: `corr_${messageId}`,
    from: { id: 'agent:planner', kind: 'agent' },
    body,
  };
  return new TextEncoder().encode(JSON.stringify(message));
}
