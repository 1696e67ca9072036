import type { MutantResult } from './run-mutant.js';

/** A copy whose verdict is known: what it must be for the others to mean anything. */
export interface Control {
  readonly name: string;
  readonly edits: readonly { readonly file: string; readonly text: string; readonly replacement: string }[];
  readonly seeds: number;
  readonly must: MutantResult['verdict']['kind'];
}

/** The untouched copy is clean; and a package of the copy that throws is seen as a crash, so it is the copy that runs. */
export const CONTROLS: readonly Control[] = [
  { name: 'control: untouched', edits: [], seeds: 40, must: 'not_found' },
  {
    name: 'control: throws when loaded',
    edits: [
      {
        file: 'packages/binding/src/event-id.ts',
        text: 'export const STREAMS_NAMESPACE',
        replacement: "throw new Error('a mutant that cannot be loaded');\nexport const STREAMS_NAMESPACE",
      },
    ],
    seeds: 1,
    must: 'crash',
  },
];
