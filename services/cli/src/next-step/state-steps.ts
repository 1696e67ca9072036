import type { BindingStatus } from '@aip-hermes/binding';
import type { NextStep } from './next-step.js';

type StateName = BindingStatus | 'refused' | 'refused_cancel' | 'open_without_service';

/** What can be done next in every state (SPEC B4), and about what was refused and has none. */
export const STATE_STEPS: Readonly<Record<StateName, NextStep>> = {
  starting: { text: 'It starts by itself as soon as it can', look: 'follow it', words: ['watch', 'ID'] },
  running: { text: 'It goes on by itself', look: 'follow it', words: ['watch', 'ID'] },
  waiting_for_approval: {
    text: 'Answer the prompt in Hermes itself, or wait until it times out there',
    look: 'the run is followed on',
    words: ['watch', 'ID', '--run'],
  },
  cancelling: {
    text: 'Wait until Hermes says how it ended',
    look: 'follow it',
    words: ['watch', 'ID', '--run'],
  },
  open_without_service: {
    text: 'No service runs here, and nothing goes on without one',
    look: 'start it',
    words: ['up'],
  },
  completed: { text: 'Nothing is left to do', look: 'the whole record', words: ['audit', 'ID'] },
  failed: {
    text: 'Correct the cause, and send a new Action if the work is still wanted',
    look: 'the record',
    words: ['audit', 'ID'],
  },
  cancelled: {
    text: 'What it did before may stand, so look before you send a new Action',
    look: 'the record',
    words: ['audit', 'ID'],
  },
  outcome_unknown: {
    text:
      'It is never repeated automatically: find out what Hermes did (session aip-operator-ID on its host), and send a ' +
      'new Action only when you know that it did not happen',
    look: 'the evidence',
    words: ['audit', 'ID'],
  },
  refused: {
    text: 'Read the reason, correct the command, and send a new one if it is still wanted',
    look: 'the record',
    words: ['audit', 'ID'],
  },
  refused_cancel: {
    text: 'The refused cancel changed nothing: a run that goes on can be stopped in Hermes itself',
    look: 'where it stands',
    words: ['show', 'ID'],
  },
};
