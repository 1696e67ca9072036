import { InvalidArgumentError } from 'commander';

/** Reads a whole number of at least 1 from the command line. */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < 1) {
    throw new InvalidArgumentError('A whole number of 1 or more is wanted.');
  }
  return value;
}
