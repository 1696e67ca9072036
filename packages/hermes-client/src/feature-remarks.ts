import type { ProviderObject } from './outcome.js';

/** What the connector uses, and what is lost without it (hermes 2). */
const NEEDED: readonly (readonly [feature: string, loss: string])[] = [
  ['run_submission', 'runs cannot be started'],
  ['run_status', 'the end of a run cannot be read'],
  ['run_events_sse', 'runs are followed by polling only'],
  ['run_stop', 'runs cannot be stopped'],
  ['run_approval_response', 'questions of a run cannot be answered'],
  ['approval_events', 'questions of a run are not announced'],
];

/** One sentence for each feature that the server does not list. */
export function featureRemarks(features: ProviderObject): readonly string[] {
  return NEEDED.filter(([feature]) => !isListed(features, feature)).map(
    ([feature, loss]) => `The server does not list the feature ${feature}: ${loss}.`,
  );
}

/** Later releases describe a feature by an object, with or without `supported`. */
function isListed(features: ProviderObject, feature: string): boolean {
  const value = features[feature];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value === true;
  return (value as ProviderObject)['supported'] !== false;
}
