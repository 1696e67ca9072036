import type { Mutant } from '../mutant.js';

const RECORD_STATUS = 'packages/binding/src/decide/record-status.ts';
const RECORD_EVENTS = 'packages/binding/src/decide/record-events.ts';

/** Faults at the end of a run: who ends it, how often, and as what (G3, G4, G7, G8). */
export const ENDING_MUTANTS: readonly Mutant[] = [
  {
    name: 'terminal-overwritten',
    why: 'what becomes known of a run after its outcome was told as unknown is told as its end, a second one',
    edits: [
      {
        file: 'packages/binding/src/decide/late-evidence.ts',
        text: "  return append({\n    type: 'LateEvidenceRecorded',",
        replacement: `  const { next_sequence: sequence, output } = state.binding;
  if (learned.said !== null)
    return append({ type: 'RunCompleted', data: { sequence, seen_by: 'poll', ...kept, output, settles: [] } });
  return append({
    type: 'LateEvidenceRecorded',`,
      },
    ],
    expected: ['G4'],
  },
  {
    name: 'poll-and-stream-both-end',
    why: 'the run is ended by its stream and, by the status that is polled, a second time',
    edits: [
      {
        file: 'packages/connector/src/runs/drive-run.ts',
        text: "if (end === 'poll') await pollRun(run, claimId);",
        replacement: "if (end === 'poll' || end === 'ended') await pollRun(run, claimId);",
      },
      {
        file: RECORD_STATUS,
        text: "if (isTerminal(binding.status)) return nothing('the run has ended');",
        replacement: '',
      },
    ],
    expected: ['G4'],
  },
  {
    name: 'events-after-the-end',
    why: 'what the provider says after the end of a run is recorded after its end',
    edits: [
      {
        file: RECORD_EVENTS,
        text: '      batch.end(ending, event.data);\n      break;',
        replacement: '      batch.end(ending, event.data);\n      continue;',
      },
    ],
    expected: ['G4', 'G7'],
  },
  {
    name: 'terminal-chunk-twice',
    why: 'consumers see a stream end two times',
    edits: [
      {
        file: 'packages/binding/src/projection/project-ending.ts',
        text: '    ...chunkDraft(actionId, context, chunk),\n',
        replacement:
          '    ...chunkDraft(actionId, context, chunk),\n    ...chunkDraft(actionId, context, chunk),\n',
      },
    ],
    expected: ['G7'],
  },
  {
    name: 'stream-end-not-counted',
    why: 'the chunk after the one that tells of a broken stream has the same number',
    edits: [
      {
        file: 'packages/binding/src/evolve/observation.ts',
        text: '  state.binding.next_sequence = sequence + 1;\n',
        replacement: '  state.binding.next_sequence = sequence;\n',
      },
    ],
    expected: ['G7'],
  },
  {
    name: 'unknown-told-as-cancelled',
    why: 'somebody takes for stopped what may go on',
    edits: [
      {
        file: 'packages/binding/src/result/stored-result.ts',
        text: "return { status: 'failed', output, message: [], error: event.data.error, next_sequence };",
        replacement:
          "return { status: 'cancelled', output, message: [], error: event.data.error, next_sequence };",
      },
    ],
    expected: ['G8'],
  },
  {
    name: 'cancelled-without-evidence',
    why: 'a word that Hermes uses for something else ends a run as cancelled',
    edits: [
      {
        file: RECORD_STATUS,
        text: "  ['cancelled', 'cancelled'],",
        replacement: "  ['cancelled', 'cancelled'],\n  ['interrupted', 'cancelled'],",
      },
    ],
    expected: ['G3', 'G8'],
  },
  {
    name: 'first-404-believed',
    why: 'one odd answer makes a run unknown that goes on',
    edits: [
      {
        file: 'packages/connector/src/runs/status-judge.ts',
        text: "if (this.#suspected === what) return { kind: 'lost', lost };",
        replacement: "if (this.#suspected !== null || what !== null) return { kind: 'lost', lost };",
      },
    ],
    expected: ['G3'],
  },
  {
    name: 'end-not-told-after-a-question',
    why: 'who was told that a person is needed never hears how it ended',
    edits: [
      {
        file: 'packages/binding/src/decide/settles.ts',
        text: 'return sourceIsOpen ? open : [...open, state.source];',
        replacement: 'return sourceIsOpen ? open : [...open];',
      },
    ],
    expected: ['G4', 'G6'],
  },
];
