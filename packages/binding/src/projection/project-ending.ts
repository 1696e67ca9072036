import type { JsonObject } from '@aip-hermes/aip';
import type { ChunkKind } from '../events/observation.js';
import { delegatedResultOf } from '../result/delegated-result.js';
import { storedResultOf, type TerminalEvent } from '../result/stored-result.js';
import { chunkDraft } from './chunk.js';
import { closingEvent } from './closing-event.js';
import type { Draft } from './draft.js';
import type { RowContext } from './read-context.js';
import { errorOrNullAt, objectOrNullAt } from './read-ending.js';
import { settlesAt } from './read-invocation.js';
import { countAt, textOrNullAt } from './read-json.js';
import { readTerminal } from './read-terminal.js';
import { resultReplies } from './reply.js';

/** SPEC O11, R5: the one closing chunk, then the result for everyone who waits. */
export function projectEnding(
  type: TerminalEvent['type'],
  actionId: string,
  context: RowContext,
  data: JsonObject,
): readonly Draft[] {
  const event = readTerminal(type, data);
  const chunk = {
    sequence: event.data.sequence,
    kind: closingKindOf(type),
    event: event.data.provider ?? closingEvent(event),
    truncated: data['truncated'],
  };
  return [
    ...chunkDraft(actionId, context, chunk),
    ...resultReplies(actionId, event.data.settles, storedResultOf(event)),
  ];
}

/** The closing kind of a run's end: `done` for completed and cancelled, `error` for failed and unknown (DESIGN 3.1). */
export function closingKindOf(type: TerminalEvent['type']): Extract<ChunkKind, 'done' | 'error'> {
  return type === 'RunCompleted' || type === 'RunCancelled' ? 'done' : 'error';
}

/** SPEC D10: the native result of the child for everyone who waits; the run's stream is closed already. */
export function projectDelegationResolved(actionId: string, data: JsonObject): readonly Draft[] {
  const settles = settlesAt(data['settles']);
  const result = delegatedResultOf({
    code: textOrNullAt(data['code'], 'code'),
    child_result: objectOrNullAt(data['child_result'], 'child_result'),
    error: errorOrNullAt(data['error'], 'error'),
    next_sequence: countAt(data['next_sequence'], 'next_sequence'),
  });
  return resultReplies(actionId, settles, result);
}
