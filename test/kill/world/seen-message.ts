import type { InboundRecord, Topic } from '@aip-hermes/message-bus';
import { memberAt } from '../../points/member-at.js';

/** The action_result of a published message. */
interface SeenResult {
  readonly actionId: string;
  readonly status: string;
  /** Null: without an error. */
  readonly code: string | null;
  /** The body as text, to be compared as it is. */
  readonly body: string;
}

/** The stream_chunk of a published message. */
export interface SeenChunk {
  readonly sequence: number;
  readonly kind: string;
}

/** A message that stands on the bus. */
export interface SeenMessage {
  readonly topic: Topic;
  readonly key: string | null;
  readonly text: string;
  readonly inResponseTo: string | null;
  readonly result: SeenResult | null;
  readonly chunk: SeenChunk | null;
  /** The header of a result that says how many chunks there are. */
  readonly nextSequence: string | undefined;
}

/** Reads a record of any topic but that of the commands. */
export function seenMessage({ topic, key, value, headers }: InboundRecord): SeenMessage {
  const text = value === null ? '' : new TextDecoder().decode(value);
  const at = (...path: string[]): string | null => {
    const member = memberAt(text, path);
    return typeof member === 'string' ? member : null;
  };
  const actionId = at('body', 'action_result', 'action_id');
  const sequence = memberAt(text, ['body', 'stream_chunk', 'sequence']);
  return {
    topic,
    key,
    text,
    inResponseTo: at('in_response_to'),
    result:
      actionId === null
        ? null
        : {
            actionId,
            status: at('body', 'action_result', 'status') ?? '',
            code: at('body', 'action_result', 'error', 'code'),
            body: JSON.stringify(memberAt(text, ['body'])),
          },
    chunk: typeof sequence === 'number' ? { sequence, kind: at('body', 'stream_chunk', 'kind') ?? '' } : null,
    nextSequence: headers['aip-stream-next-sequence'],
  };
}
