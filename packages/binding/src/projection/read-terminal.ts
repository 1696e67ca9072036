import type { JsonObject } from '@aip-hermes/aip';
import type { Evidence, Phase, SeenBy } from '../events/outcome.js';
import type { TerminalEvent } from '../result/stored-result.js';
import { errorAt, errorOrNullAt, objectOrNullAt, outputFactsAt, truncatedAt } from './read-ending.js';
import { settlesAt } from './read-invocation.js';
import { countAt, objectAt, textAt } from './read-json.js';

/** Reads the data of an event that ends a run. */
export function readTerminal(type: TerminalEvent['type'], data: JsonObject): TerminalEvent {
  const ending = {
    sequence: countAt(data['sequence'], 'sequence'),
    provider: objectOrNullAt(data['provider'], 'provider'),
    ...truncatedAt(data['truncated']),
    output: outputFactsAt(data['output']),
    settles: settlesAt(data['settles']),
  };
  const seen_by = data['seen_by'] as SeenBy;
  switch (type) {
    case 'RunCompleted':
      return { type, data: { ...ending, seen_by } };
    case 'RunCancelled':
      return { type, data: { ...ending, seen_by, error: errorOrNullAt(data['error'], 'error') } };
    case 'RunFailed':
      return { type, data: { ...ending, ...why(data), seen_by } };
    case 'RunOutcomeUnknown':
      return { type, data: { ...ending, ...why(data) } };
  }
}

function why(
  data: JsonObject,
): Pick<Extract<TerminalEvent, { type: 'RunFailed' }>['data'], 'phase' | 'error' | 'evidence'> {
  return {
    phase: textAt(data['phase'], 'phase') as Phase,
    error: errorAt(data['error'], 'error'),
    evidence: objectAt(data['evidence'], 'evidence') as unknown as Evidence,
  };
}
