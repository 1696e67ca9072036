import { isJsonNumber, type AnyJson } from '@aip-hermes/aip';
import { isList, isObject } from './json-text.js';

/**
 * Whether a value contains what is expected: an object has the expected members, each containing what is expected of
 * it; a list is as long as the expected one and contains it element by element; everything else is equal.
 */
export function contains(actual: AnyJson | undefined, expected: AnyJson): boolean {
  if (isJsonNumber(expected)) return isJsonNumber(actual) && actual.text === expected.text;
  if (isList(expected)) {
    return (
      isList(actual) &&
      actual.length === expected.length &&
      expected.every((item, index) => contains(actual[index], item))
    );
  }
  if (!isObject(expected)) return actual === expected;
  return (
    isObject(actual) &&
    Object.entries(expected).every(
      ([name, member]) =>
        member === undefined || (Object.hasOwn(actual, name) && contains(actual[name], member)),
    )
  );
}
