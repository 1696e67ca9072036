import type { SeenChunk, SeenMessage } from '../world/seen-message.js';
import { actionsOf, type Judged } from './judged.js';

const isLast = ({ kind }: SeenChunk): boolean => kind === 'done' || kind === 'error';

/** G7: the chunks of an Action are 0, 1, 2 ... in this order; one terminal chunk is the last; results say how many there are. */
export function chunkFindings(judged: Pick<Judged, 'sent' | 'messages'>): readonly string[] {
  return actionsOf(judged).flatMap((action) => {
    const about = judged.messages.filter(({ key }) => key === action);
    const chunks = about.flatMap(({ chunk }) => (chunk === null ? [] : [chunk]));
    const sequences = chunks.map(({ sequence }) => sequence).join(' ');
    const due = chunks.map((_, index) => index).join(' ');
    const terminal = chunks.filter(isLast).length;
    const last = chunks.at(-1);
    return [
      ...(sequences === due ? [] : [`G7: the chunks of ${action} are ${sequences}`]),
      ...(terminal === 1 && last !== undefined && isLast(last)
        ? []
        : [`G7: the chunks of ${action} end with ${last?.kind ?? 'nothing'}, ${terminal} are terminal`]),
      ...about
        .filter((message) => miscounts(message, chunks.length))
        .map(
          ({ nextSequence }) => `G7: a result of ${action} counts ${nextSequence} of ${chunks.length} chunks`,
        ),
    ];
  });
}

function miscounts({ result, nextSequence }: SeenMessage, count: number): boolean {
  return result !== null && nextSequence !== undefined && nextSequence !== String(count);
}
