import { actionsOf, type Judged } from './judged.js';

/** A refusal is an answer to a message and says nothing of the Action's run. */
const REFUSED = '.operator_policy';

/**
 * G4: all that is told of the end of an Action's run, replays included, is the same. G3: what is unknown is told as unknown by
 * all of them.
 */
export function resultFindings(judged: Pick<Judged, 'sent' | 'messages'>): readonly string[] {
  return actionsOf(judged).flatMap((action) => {
    const results = judged.messages
      .flatMap(({ result }) => (result === null ? [] : [result]))
      .filter(({ actionId, code }) => actionId === action && !(code ?? '').endsWith(REFUSED));
    const bodies = new Set(results.map(({ body }) => body));
    return [
      ...(bodies.size === 0 ? [`G4: no result of ${action}`] : []),
      ...(bodies.size > 1 ? [`G4: different results of ${action}: ${[...bodies].join(' and ')}`] : []),
    ];
  });
}
