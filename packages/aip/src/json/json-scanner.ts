import { jsonNumber, type JsonNumber } from './json-number.js';
import { jsonPointer } from './json-pointer.js';
import type { LosslessJson } from './lossless-json.js';
import { setMember } from './set-member.js';

/** Why text was refused. */
export type ScanFault = 'not_json' | 'too_deep' | 'duplicate_member';

/** What `scanJson` found; `path` is a JSON pointer to where it stopped, `offset` the UTF-16 unit of the text there. */
export type ScanResult =
  | { readonly kind: 'ok'; readonly value: LosslessJson }
  | {
      readonly kind: 'bad';
      readonly code: ScanFault;
      readonly message: string;
      readonly path: string;
      readonly offset: number;
    };

/** `maxDepth`: nested containers allowed. `duplicates`: refuse them, or let the last one win. */
export interface ScanOptions {
  readonly maxDepth: number;
  readonly duplicates: 'refuse' | 'last_wins';
}

interface ArrayFrame {
  readonly kind: 'array';
  readonly value: LosslessJson[];
}
interface ObjectFrame {
  readonly kind: 'object';
  readonly value: Record<string, LosslessJson>;
  member: string;
}
type Frame = ArrayFrame | ObjectFrame;

class Fault extends Error {
  readonly code: ScanFault;
  constructor(code: ScanFault, message: string) {
    super(message);
    this.code = code;
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_PRINTABLE = 0x20;

/**
 * Reads JSON text (RFC 8259) without recursion: nesting costs a stack entry and stops at `maxDepth`, so no
 * input can exhaust the call stack. Number text is kept. Never throws on bad text.
 */
export function scanJson(text: string, options: ScanOptions): ScanResult {
  const scanner = new Scanner(text, options);
  try {
    return { kind: 'ok', value: scanner.read() };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { code, message } = error;
    return { kind: 'bad', code, message, path: scanner.path(), offset: scanner.offset };
  }
}

class Scanner {
  private readonly text: string;
  private readonly options: ScanOptions;
  private readonly frames: Frame[] = [];
  private at = 0;

  constructor(text: string, options: ScanOptions) {
    this.text = text;
    this.options = options;
  }

  get offset(): number {
    return this.at;
  }

  path(): string {
    return jsonPointer(
      this.frames.map((frame) => (frame.kind === 'array' ? frame.value.length : frame.member)),
    );
  }

  read(): LosslessJson {
    for (;;) {
      const opened = this.open();
      const value = opened ? undefined : this.scalar();
      if (value === undefined) continue;
      const root = this.place(value);
      if (root === undefined) continue;
      if (this.next() !== '') throw this.unexpected();
      return root;
    }
  }

  /** Opens a container when one starts here and it has a first element; an empty one is left to `scalar`. */
  private open(): boolean {
    const first = this.next();
    if (first !== '{' && first !== '[') return false;
    if (this.frames.length >= this.options.maxDepth) {
      throw new Fault('too_deep', `nested deeper than ${this.options.maxDepth} levels`);
    }
    const mark = this.at;
    this.at += 1;
    const second = this.next();
    if (second === (first === '{' ? '}' : ']')) {
      this.at = mark;
      return false;
    }
    if (first === '[') {
      this.frames.push({ kind: 'array', value: [] });
    } else {
      const frame: ObjectFrame = { kind: 'object', value: {}, member: '' };
      this.frames.push(frame);
      this.member(frame);
    }
    return true;
  }

  /** Stores a finished value in its container and closes every container that ends here. */
  private place(value: LosslessJson): LosslessJson | undefined {
    let done = value;
    for (let frame = this.frames.at(-1); frame !== undefined; frame = this.frames.at(-1)) {
      if (frame.kind === 'array') frame.value.push(done);
      else setMember(frame.value, frame.member, done);
      const after = this.next();
      if (after === ',') {
        this.at += 1;
        if (frame.kind === 'object') this.member(frame);
        return undefined;
      }
      if (after !== (frame.kind === 'array' ? ']' : '}')) throw this.unexpected();
      this.at += 1;
      this.frames.pop();
      done = frame.value;
    }
    return done;
  }

  private member(frame: ObjectFrame): void {
    if (this.next() !== '"') throw this.unexpected();
    frame.member = this.string();
    if (this.options.duplicates === 'refuse' && Object.hasOwn(frame.value, frame.member)) {
      throw new Fault('duplicate_member', 'a member appears twice in one object');
    }
    if (this.next() !== ':') throw this.unexpected();
    this.at += 1;
  }

  private scalar(): LosslessJson {
    switch (this.next()) {
      case '"':
        return this.string();
      case '{':
        this.closeEmpty();
        return {};
      case '[':
        this.closeEmpty();
        return [];
      case 't':
        return this.literal('true', true);
      case 'f':
        return this.literal('false', false);
      case 'n':
        return this.literal('null', null);
      default:
        return this.number();
    }
  }

  private closeEmpty(): void {
    this.at += 1;
    this.next();
    this.at += 1;
  }

  private literal<T>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) throw this.unexpected();
    this.at += word.length;
    return value;
  }

  private number(): JsonNumber {
    NUMBER.lastIndex = this.at;
    const found = NUMBER.exec(this.text)?.[0];
    if (found === undefined) throw this.unexpected();
    this.at += found.length;
    return jsonNumber(found);
  }

  private string(): string {
    const start = this.at;
    let escaped = false;
    for (let at = start + 1; at < this.text.length; at += 1) {
      const unit = this.text.charCodeAt(at);
      if (unit === QUOTE) {
        this.at = at + 1;
        return escaped ? this.unescape(start) : this.text.slice(start + 1, at);
      }
      if (unit === BACKSLASH) {
        escaped = true;
        at += 1;
      } else if (unit < FIRST_PRINTABLE) {
        this.at = at;
        throw this.unexpected();
      }
    }
    this.at = this.text.length;
    throw this.unexpected();
  }

  /** One string literal has no nesting, so the built-in parser checks and decodes its escapes. */
  private unescape(start: number): string {
    try {
      return JSON.parse(this.text.slice(start, this.at)) as string;
    } catch {
      this.at = start;
      throw new Fault('not_json', `bad escape in the string at offset ${start}`);
    }
  }

  /** Skips white space; the next character, or `''` at the end. */
  private next(): string {
    for (;;) {
      const unit = this.text.charCodeAt(this.at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return this.text.charAt(this.at);
      this.at += 1;
    }
  }

  private unexpected(): Fault {
    const what = this.at < this.text.length ? 'unexpected character' : 'unexpected end';
    return new Fault('not_json', `${what} at offset ${this.at}`);
  }
}
