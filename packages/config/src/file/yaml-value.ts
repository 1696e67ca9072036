import type { Json } from '@aip-hermes/aip';
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Alias,
  type Document,
  type LineCounter,
  type Node,
  type YAMLMap,
} from 'yaml';
import type { Findings } from '../findings.js';
import { keyPath } from '../key-path.js';
import { MAX_DEPTH, MAX_VALUES, WHOLE_FILE } from './file-limits.js';

/** Ends the walk at once; the problem is noted already. */
class GivenUp extends Error {}

/**
 * The plain value of a composed document: aliases written out (bounded by depth and number of values), every key
 * once, `__proto__` as plain data. Undefined, with problems, when it is not good.
 */
export function yamlValue(document: Document, lines: LineCounter, findings: Findings): Json | undefined {
  const walk = new Walk(lines, findings);
  try {
    const value = walk.value(document.contents, '', 0);
    return walk.good ? value : undefined;
  } catch (error) {
    if (error instanceof GivenUp) return undefined;
    throw error;
  }
}

class Walk {
  readonly #lines: LineCounter;
  readonly #findings: Findings;
  readonly #anchors = new Map<string, Node>();
  #values = 0;
  #aliasDepth = 0;
  good = true;

  constructor(lines: LineCounter, findings: Findings) {
    this.#lines = lines;
    this.#findings = findings;
  }

  value(node: unknown, path: string, depth: number): Json {
    this.#values += 1;
    if (this.#values > MAX_VALUES) this.#giveUp(`holds more than ${MAX_VALUES} values, aliases written out`);
    if (depth > MAX_DEPTH) this.#giveUp(`is nested more than ${MAX_DEPTH} levels deep, aliases written out`);
    if (isAlias(node)) return this.#aliased(node, path, depth);
    // An alias means the last anchor of its name before it, so none is moved while one is written out.
    if (
      (isMap(node) || isSeq(node) || isScalar(node)) &&
      node.anchor !== undefined &&
      this.#aliasDepth === 0
    ) {
      this.#anchors.set(node.anchor, node);
    }
    if (isMap(node)) return this.#members(node, path, depth);
    if (isSeq(node)) return node.items.map((item, at) => this.value(item, keyPath(path, at), depth + 1));
    return isScalar(node) ? this.#scalar(node.value, node.range?.[0] ?? 0, path) : null;
  }

  #aliased(alias: Alias, path: string, depth: number): Json {
    const target = this.#anchors.get(alias.source);
    if (target === undefined)
      return this.#fault(path, alias.range?.[0] ?? 0, 'the alias names no anchor before it');
    this.#aliasDepth += 1;
    const value = this.value(target, path, depth + 1);
    this.#aliasDepth -= 1;
    return value;
  }

  #members(map: YAMLMap, path: string, depth: number): Json {
    const members = new Map<string, Json>();
    for (const { key, value } of map.items) {
      if (!isScalar(key)) {
        this.#fault(path, map.range?.[0] ?? 0, 'a key must be a text');
        continue;
      }
      const name = typeof key.value === 'string' ? key.value : '';
      const below = keyPath(path, name);
      if (members.has(name))
        this.#fault(below, key.range?.[0] ?? 0, 'the key stands twice; remove one of the two');
      members.set(name, this.value(value, below, depth + 1));
    }
    return Object.fromEntries(members);
  }

  #scalar(value: unknown, offset: number, path: string): Json {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number') return value;
    return this.#fault(path, offset, 'must be a text, a number, true, false or null');
  }

  #fault(path: string, offset: number, message: string): null {
    this.good = false;
    const { line, col } = this.#lines.linePos(offset);
    this.#findings.problem(path === '' ? WHOLE_FILE : path, `line ${line}, column ${col}: ${message}`);
    return null;
  }

  #giveUp(message: string): never {
    this.#findings.problem(WHOLE_FILE, message);
    throw new GivenUp();
  }
}
