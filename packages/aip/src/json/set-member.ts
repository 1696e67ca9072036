/** Sets an own data property; a member named `__proto__` becomes plain data and never a prototype. */
export function setMember<T>(target: Record<string, T>, member: string, value: T): void {
  if (member === '__proto__') {
    Object.defineProperty(target, member, { value, writable: true, enumerable: true, configurable: true });
  } else {
    target[member] = value;
  }
}
