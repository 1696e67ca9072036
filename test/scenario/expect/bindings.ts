import { bindingStream, isTerminal } from '@aip-hermes/binding';
import type { RecordedEvent } from '@aip-hermes/event-log';
import { memberAt } from '../../points/member-at.js';
import type { Bound } from '../file/scenario.js';
import { bounded, forEach, same, within, type ChecksOf } from './check.js';
import { bindingOf, eventsOf, sourceOf, type Ending } from './ending.js';

const TERMINAL: ReadonlySet<string> = new Set([
  'RunCompleted',
  'RunFailed',
  'RunCancelled',
  'RunOutcomeUnknown',
]);

/** The source Action's binding and its stream. */
export const BINDING_CHECKS: ChecksOf<
  | 'outcome'
  | 'state'
  | 'stateOf'
  | 'generation'
  | 'openPrompts'
  | 'recordedEvents'
  | 'recordedEventsOf'
  | 'exactlyOneOf'
  | 'terminalEvents'
  | 'recordedDeltas'
  | 'recordedDeltaCount'
  | 'recordedProviderEvents'
  | 'truncatedEvents'
  | 'duplicateEvents'
  | 'evidenceContains'
  | 'requestSent'
  | 'requestSentOf'
  | 'appendsTo'
> = {
  outcome: (ending, expected) => same(statusOf(ending, sourceOf(ending)), `outcome_${expected}`),
  state: (ending, expected) => stateIs(ending, sourceOf(ending), expected),
  stateOf: (ending, expected) => forEach(expected, (action, state) => stateIs(ending, action, state)),
  generation: bounded((ending) => bindingOf(ending, sourceOf(ending))?.binding.approval_generation ?? 0),
  openPrompts: bounded((ending) => bindingOf(ending, sourceOf(ending))?.binding.open_prompts.length ?? 0),
  recordedEvents: (ending, expected) => counts(eventsOf(ending, sourceOf(ending)), expected),
  recordedEventsOf: (ending, expected) =>
    forEach(expected, (action, bounds) => counts(eventsOf(ending, action), bounds)),
  exactlyOneOf: (ending, expected) => {
    const events = eventsOf(ending, sourceOf(ending));
    const there = expected.filter((type) => events.some((event) => event.type === type));
    return there.length === 1
      ? null
      : `: the stream holds ${there.join(' and ') || 'none'} of ${expected.join(', ')}`;
  },
  terminalEvents: bounded((ending) => terminalOf(ending, sourceOf(ending)).length),
  recordedDeltas: (ending, expected) => same(deltasOf(ending), expected),
  recordedDeltaCount: bounded((ending) => deltasOf(ending).length),
  recordedProviderEvents: bounded((ending) => observedOf(ending).length),
  truncatedEvents: bounded(
    (ending) => observedOf(ending).filter(({ data }) => memberAt(data, ['truncated']) !== undefined).length,
  ),
  duplicateEvents: bounded((ending) =>
    ending.world.index.actions.reduce((sum, action) => sum + duplicatesIn(eventsOf(ending, action)), 0),
  ),
  evidenceContains: (ending, expected) => {
    const found = eventsOf(ending, sourceOf(ending)).some(({ data }) => data.includes(inJson(expected)));
    return found ? null : `: ${JSON.stringify(expected)} is in no event of ${sourceOf(ending)}`;
  },
  requestSent: (ending, expected) => requestSentIs(ending, sourceOf(ending), expected),
  requestSentOf: (ending, expected) =>
    forEach(expected, (action, sent) => requestSentIs(ending, action, sent)),
  appendsTo: (ending, expected) =>
    forEach(expected, (action, bound) => {
      const stream = bindingStream(action);
      return within(ending.world.log.appends.filter((append) => append.stream === stream).length, bound);
    }),
};

function statusOf(ending: Ending, action: string): string | undefined {
  return bindingOf(ending, action)?.binding.status;
}

function stateIs(ending: Ending, action: string, expected: string): string | null {
  const status = bindingOf(ending, action)?.binding.status;
  if (expected !== 'terminal') return same(status, expected);
  return status !== undefined && isTerminal(status) ? null : same(status, expected);
}

function counts(events: readonly RecordedEvent[], expected: Readonly<Record<string, Bound>>): string | null {
  return forEach(expected, (type, bound) =>
    within(events.filter((event) => event.type === type).length, bound),
  );
}

function terminalOf(ending: Ending, action: string): readonly RecordedEvent[] {
  return eventsOf(ending, action).filter(({ type }) => TERMINAL.has(type));
}

function observedOf(ending: Ending): readonly RecordedEvent[] {
  return eventsOf(ending, sourceOf(ending)).filter(({ type }) => type === 'ProviderEventObserved');
}

function deltasOf(ending: Ending): readonly unknown[] {
  return observedOf(ending)
    .filter(({ data }) => memberAt(data, ['event']) === 'message.delta')
    .map(({ data }) => memberAt(data, ['provider', 'delta']));
}

function duplicatesIn(events: readonly RecordedEvent[]): number {
  const seen = new Set<string>();
  let duplicates = 0;
  for (const { type, data } of events) {
    const sequence = memberAt(data, ['sequence']);
    if (typeof sequence !== 'number') continue;
    const place = `${type} ${sequence}`;
    if (seen.has(place)) duplicates += 1;
    seen.add(place);
  }
  return duplicates;
}

function requestSentIs(ending: Ending, action: string, expected: boolean): string | null {
  const terminal = terminalOf(ending, action).at(-1);
  return same(
    terminal === undefined ? undefined : memberAt(terminal.data, ['evidence', 'request_sent']),
    expected,
  );
}

/** The text as it stands inside a JSON text. */
function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
