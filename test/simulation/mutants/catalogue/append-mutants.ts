import type { Mutant } from '../mutant.js';

/** Faults of appends: whose events stand in the log (DESIGN 3, Event ids). */
export const APPEND_MUTANTS: readonly Mutant[] = [
  {
    name: 'event-ids-derived-from-the-command',
    why: 'two processes that decide on one command both believe that their append, and so their claim, has won',
    edits: [
      {
        file: 'packages/connector/src/admission/decide-run.ts',
        text: '...(facts.claim === null ? {} : { attemptId: facts.claim.claim_id }),',
        replacement: 'attemptId: taken.envelope.message_id,',
      },
    ],
    expected: ['G1', 'G3', 'G4'],
  },
  {
    name: 'lost-answer-taken-as-appended',
    why: 'an append whose answer was lost counts as done although nothing may have been written',
    edits: [
      {
        file: 'packages/connector/src/streams/patient-append.ts',
        text: 'if (error instanceof AmbiguousAppend) ambiguous = true;',
        replacement: `if (error instanceof AmbiguousAppend) {
        const before = request.expected === 'no_stream' ? -1 : Number(request.expected);
        const outcome = { kind: 'appended', revision: before + request.rows.length, position: '' } as const;
        return { outcome, retried: false };
      }`,
      },
    ],
    expected: ['G1', 'G3', 'G4', 'G6', 'G7'],
  },
  {
    name: 'chain-not-linked',
    why: 'an event can be taken out of the log and nobody sees it',
    edits: [
      {
        file: 'packages/binding/src/seal.ts',
        text: 'if (chained) chain = nextChain(chain, sealed);',
        replacement: 'if (chained) chain = nextChain(CHAIN_START, sealed);',
      },
    ],
    expected: ['G12'],
  },
  {
    name: 'decided-on-a-stale-state',
    why: 'who lost against another writer appends what it decided before, after what it has not seen',
    edits: [
      {
        file: 'packages/connector/src/streams/binding-stream.ts',
        text: "expected: state === null ? 'no_stream' : state.revision,",
        replacement: "expected: 'any',",
      },
    ],
    expected: ['G1', 'G3', 'G4', 'G6', 'G12'],
  },
];
