import type { Mutant } from '../mutant.js';

const ADMISSION = 'packages/connector/src/admission/admission.ts';
const JOIN_RUN = 'packages/binding/src/decide/join-run.ts';

/** Faults of admission: offsets, dead letters, identity, replays (G4, G5, G6, G11). */
export const ADMISSION_MUTANTS: readonly Mutant[] = [
  {
    name: 'offset-before-the-append',
    why: 'a crash between offset and append loses the command',
    edits: [
      {
        file: ADMISSION,
        text: `      await this.#decide(record, batch.signal);
      progress.done(index);`,
        replacement: `      progress.done(index);
      await this.#decide(record, batch.signal);`,
      },
    ],
    expected: ['G6', 'G11'],
  },
  {
    name: 'offset-passes-an-undecided-record',
    why: 'the offset of a decided record passes those before it that are not decided; a crash loses them',
    edits: [
      {
        file: ADMISSION,
        text: '      progress.done(index);',
        replacement: '      if (progress !== null) batch.decided(batch.records[index]?.offset ?? index);',
      },
    ],
    expected: ['G6', 'G11'],
  },
  {
    name: 'dead-letter-left-out',
    why: 'bytes that are no command disappear',
    edits: [
      {
        file: ADMISSION,
        text: 'return deadLetters.put(record, read.reason);',
        replacement:
          "return read.reason.code === 'not_an_envelope' ? undefined : deadLetters.put(record, read.reason);",
      },
    ],
    expected: ['G11'],
  },
  {
    name: 'dead-letter-without-its-bytes',
    why: 'what came cannot be looked at any more',
    edits: [
      {
        file: ADMISSION,
        text: 'return deadLetters.put(record, read.reason);',
        replacement: 'return deadLetters.put({ ...record, value: new Uint8Array() }, read.reason);',
      },
    ],
    expected: ['G11'],
  },
  {
    name: 'other-input-joins',
    why: 'a reused Action id with another input is told the result of the first one',
    edits: [
      {
        file: JOIN_RUN,
        text: 'if (sameCaller && requested.request_fingerprint === binding.request_fingerprint) return null;',
        replacement: 'if (sameCaller) return null;',
      },
    ],
    expected: ['G5'],
  },
  {
    name: 'other-caller-joins',
    why: 'somebody else who knows the Action id is told its result',
    edits: [
      {
        file: JOIN_RUN,
        text: 'if (sameCaller && requested.request_fingerprint === binding.request_fingerprint) return null;',
        replacement: 'if (requested.request_fingerprint === binding.request_fingerprint) return null;',
      },
    ],
    expected: ['G5'],
  },
  {
    name: 'replay-joins-what-has-ended',
    why: 'a replay waits for the end of a run that has ended, and changes its terminal binding',
    edits: [
      {
        file: JOIN_RUN,
        text: "    case 'running':\n    case 'cancelling':\n      return joins(request, state);",
        replacement:
          "    case 'running':\n    case 'outcome_unknown':\n    case 'cancelling':\n      return joins(request, state);",
      },
    ],
    expected: ['G4'],
  },
];
