import { memberAt } from '../../points/member-at.js';
import type { PublishedMessage } from '../world/published.js';

/** A published action result. */
export interface Result {
  readonly message: PublishedMessage;
  readonly actionId: string;
  readonly status: string;
  /** Its error code; null: none. */
  readonly code: string | null;
}

/** A published stream chunk. */
export interface Chunk {
  readonly message: PublishedMessage;
  /** Key of the message: the source Action. */
  readonly actionId: string;
  readonly kind: string;
  readonly sequence: number;
  /** Text of a data chunk. */
  readonly text: string;
}

/** The message as an action result; null when it is something else. */
export function resultOf(message: PublishedMessage): Result | null {
  const at = (...path: string[]): unknown => memberAt(message.text, ['body', 'action_result', ...path]);
  const actionId = at('action_id');
  const status = at('status');
  if (typeof actionId !== 'string' || typeof status !== 'string') return null;
  const code = at('error', 'code');
  return { message, actionId, status, code: typeof code === 'string' ? code : null };
}

/** The message as a chunk; null when it is something else. */
export function chunkOf(message: PublishedMessage): Chunk | null {
  const at = (...path: string[]): unknown => memberAt(message.text, ['body', 'stream_chunk', ...path]);
  const kind = at('kind');
  const sequence = at('sequence');
  if (typeof kind !== 'string' || typeof sequence !== 'number') return null;
  const text = at('part', 'text') ?? at('data', 'hermes_operator', 'delta');
  return { message, actionId: message.key ?? '', kind, sequence, text: typeof text === 'string' ? text : '' };
}
