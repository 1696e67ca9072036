import type { Problem } from '@aip-hermes/aip';

/** Words for the types a schema names. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'an array',
};

/** A problem of a command in plain words, with its path; what has no plainer words stays as it is. */
export function problemText({ path, message }: Problem): string {
  return `${path === '' ? 'the command' : path}: ${plain(message)}`;
}

function plain(message: string): string {
  const typed = /^Invalid input: expected (\w+), received (\w+)$/.exec(message);
  if (typed !== null) {
    const [, wanted = '', got = ''] = typed;
    if (got === 'undefined') return 'is missing';
    const type = TYPES[wanted];
    return type === undefined ? message : `must be ${type}`;
  }
  const fixed = /^Invalid input: expected ("[^"]*")$/.exec(message)?.[1];
  if (fixed !== undefined) return `must be ${fixed}`;
  const options = /^Invalid option: expected one of (.*)$/.exec(message)?.[1];
  return options === undefined ? message : `must be one of ${options.replaceAll('|', ', ')}`;
}
