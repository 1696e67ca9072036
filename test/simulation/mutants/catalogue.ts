import { ADMISSION_MUTANTS } from './catalogue/admission-mutants.js';
import { APPEND_MUTANTS } from './catalogue/append-mutants.js';
import { ENDING_MUTANTS } from './catalogue/ending-mutants.js';
import { PROCESS_MUTANTS } from './catalogue/process-mutants.js';
import { PUBLICATION_MUTANTS } from './catalogue/publication-mutants.js';
import { START_MUTANTS } from './catalogue/start-mutants.js';
import type { Mutant } from './mutant.js';

/** Every deliberate fault. */
export const MUTANTS: readonly Mutant[] = [
  ...START_MUTANTS,
  ...APPEND_MUTANTS,
  ...ADMISSION_MUTANTS,
  ...ENDING_MUTANTS,
  ...PUBLICATION_MUTANTS,
  ...PROCESS_MUTANTS,
];
