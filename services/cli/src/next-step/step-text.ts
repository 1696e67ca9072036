import { printableLine } from '../render/printable.js';
import type { NextStep } from './next-step.js';

/** How a command line is suggested; null: none can be, since there will be nothing left to look at. */
export type Suggest = (words: readonly string[]) => string | null;

/** Stands for an id that is not known. */
const UNKNOWN = 'ID';

/** A next step as one sentence about an Action, with the command to copy. */
export function stepText({ text, look, words }: NextStep, id: string | null, suggest: Suggest): string {
  const sentence = text.replaceAll(/\bID\b/g, () => printableLine(id ?? UNKNOWN));
  const command = suggest(words.map((word) => (word === 'ID' ? (id ?? UNKNOWN) : word)));
  return command === null ? `${sentence}.` : `${sentence}; ${look}: ${command}`;
}
