import { isJsonNumber, type JsonNumber } from './json-number.js';
import { jsonPointer } from './json-pointer.js';

/** A value without children, in either form. */
export type JsonScalar = null | boolean | number | string | JsonNumber;

/** A value with plain or kept numbers. A member that is `undefined` counts as absent. */
export type AnyJson = JsonScalar | readonly AnyJson[] | AnyJsonObject;

/** An object of such values; typed messages fit too. */
export interface AnyJsonObject {
  readonly [member: string]: AnyJson | undefined;
}

/** What a walk reports, in document order. Returning `false` ends the walk. */
export interface JsonVisitor {
  /** Before a container's children. */
  enter(kind: 'array' | 'object'): void;
  /** Before each member of an object; `index` counts from 0. */
  member(name: string, index: number): false | undefined;
  /** Before each element of an array. */
  element(index: number): void;
  scalar(value: JsonScalar): false | undefined;
  /** After a container's children. */
  leave(kind: 'array' | 'object'): void;
}

interface Level {
  readonly value: readonly AnyJson[] | AnyJsonObject;
  readonly members: readonly string[] | undefined;
  readonly size: number;
  at: number;
}

/**
 * Walks a value without recursion, so depth costs memory and not call stack. `order` sorts the members of
 * each object. Returns the JSON pointer where a visitor stopped, or `undefined` after a whole walk.
 */
export function walkJson(
  root: AnyJson,
  visitor: JsonVisitor,
  order: (members: string[]) => string[] = (members) => members,
): string | undefined {
  const levels: Level[] = [];
  let value: AnyJson = root;
  for (;;) {
    if (isContainer(value)) {
      const level = open(value, order);
      levels.push(level);
      visitor.enter(level.members === undefined ? 'array' : 'object');
    } else if (visitor.scalar(value) === false) {
      return pointer(levels);
    }
    const next = advance(levels, visitor);
    if (next.kind === 'done') return undefined;
    if (next.kind === 'stopped') return pointer(levels);
    value = next.value;
  }
}

type Next =
  | { readonly kind: 'done' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'value'; readonly value: AnyJson };

function advance(levels: Level[], visitor: JsonVisitor): Next {
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    level.at += 1;
    if (level.at < level.size) return child(level, visitor);
    levels.pop();
    visitor.leave(level.members === undefined ? 'array' : 'object');
  }
  return { kind: 'done' };
}

function child(level: Level, visitor: JsonVisitor): Next {
  const { value, members, at } = level;
  if (Array.isArray(value)) {
    visitor.element(at);
    return { kind: 'value', value: (value as readonly AnyJson[])[at] ?? null };
  }
  const name = members?.[at] ?? '';
  if (visitor.member(name, at) === false) return { kind: 'stopped' };
  return { kind: 'value', value: (value as AnyJsonObject)[name] ?? null };
}

function open(value: Level['value'], order: (members: string[]) => string[]): Level {
  if (Array.isArray(value)) return { value, members: undefined, size: value.length, at: -1 };
  const object = value as AnyJsonObject;
  const members = order(Object.keys(value).filter((name) => object[name] !== undefined));
  return { value, members, size: members.length, at: -1 };
}

function isContainer(value: AnyJson): value is Level['value'] {
  return typeof value === 'object' && value !== null && !isJsonNumber(value);
}

function pointer(levels: readonly Level[]): string {
  return jsonPointer(levels.map((level) => level.members?.[level.at] ?? level.at));
}
