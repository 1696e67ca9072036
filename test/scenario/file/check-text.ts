import type { AnyJson } from '@aip-hermes/aip';
import { BESIDE_EVENT_TYPES, BINDING_EVENT_TYPES, isOperatorActionId } from '@aip-hermes/binding';
import type { Findings } from './findings.js';

const ON = /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \/\S*$/;
const FILE = /^[^/\\\0]+$/;

/** Event types of the log that the page of the format lists, whether this release writes them or not. */
const LISTED_EVENTS = [
  'OperatorRunRequested',
  'InvocationAccepted',
  'RunStartClaimed',
  'RunBound',
  'ObservationClaimed',
  'ProviderEventObserved',
  'StreamEnded',
  'ApprovalRequested',
  'ApprovalAnswerClaimed',
  'ApprovalAnswerApplied',
  'ApprovalAnswerRejected',
  'ApprovalAnswerOutcomeUnknown',
  'ApprovalExpired',
  'CancellationRequested',
  'RunStopSent',
  'RunCompleted',
  'RunFailed',
  'RunCancelled',
  'RunOutcomeUnknown',
  'DelegationResolved',
  'LateEvidenceRecorded',
  'ResumeReceived',
];

const EVENTS: ReadonlySet<string> = new Set([
  ...LISTED_EVENTS,
  ...BINDING_EVENT_TYPES,
  ...BESIDE_EVENT_TYPES,
]);

/** What is wrong with a text of this kind; null when nothing is. Notes the files that are named. */
export function checkText(
  kind: 'text' | 'file' | 'id' | 'event' | 'on',
  value: AnyJson,
  path: string,
  findings: Findings,
): string | null {
  if (typeof value !== 'string') return `must be a text${kind === 'text' ? '' : MEANING[kind]}`;
  switch (kind) {
    case 'text':
      return null;
    case 'file':
      if (!FILE.test(value) || value === '.' || value === '..')
        return 'must be the name of a file in the same folder';
      findings.files.set(value, path);
      return null;
    case 'id':
      return isOperatorActionId(value) ? null : 'must be an Action id';
    case 'event':
      findings.uses('event', value);
      return EVENTS.has(value) ? null : `unknown event type ${JSON.stringify(value.slice(0, 100))}`;
    case 'on':
      return ON.test(value) ? null : 'must be a method, a blank and a path';
  }
}

const MEANING = {
  file: ', the name of a file in the same folder',
  id: ', an Action id',
  event: ', an event type of the log',
  on: ', a method, a blank and a path',
} as const;
