// @ts-check
import { parseArgs } from 'node:util';

/**
 * The one argument and the options, all of them texts; else says how it is used and ends with 2.
 *
 * @template {string} Name
 * @param {string} usage
 * @param {Readonly<Record<Name, string>>} defaults
 * @returns {{ argument: string, values: Record<Name, string> }}
 */
export function readArguments(usage, defaults) {
  const options = Object.fromEntries(
    Object.keys(defaults).map((name) => [name, { type: /** @type {const} */ ('string') }]),
  );
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const [argument] = positionals;
    if (argument !== undefined && positionals.length === 1)
      return { argument, values: { ...defaults, ...values } };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  console.error(`Usage: ${usage}`);
  process.exit(2);
}
