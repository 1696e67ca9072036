/** Freezes plain data through and through, and returns it. `value` must be a tree of bounded depth. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) deepFreeze<unknown>(member);
  return Object.freeze(value);
}
