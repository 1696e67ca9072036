import { InvalidArgumentError } from 'commander';

/** Reads a whole number from 1 to `most` from the command line. @throws InvalidArgumentError */
export function wholeNumber(text: string, most?: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < 1 || value > (most ?? value)) {
    const wanted = most === undefined ? 'of 1 or more' : `from 1 to ${most}`;
    throw new InvalidArgumentError(`A whole number ${wanted} is wanted.`);
  }
  return value;
}
