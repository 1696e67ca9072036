import { isUtf8 } from 'node:buffer';
import { BoundedBytes } from './bounded-bytes.js';

const LF = 10;
const CR = 13;
const SPACE = 32;
const COLON = 58;
const NO_BYTES = new Uint8Array(0);
const NEWLINE = Uint8Array.of(LF);
const BYTE_ORDER_MARK = Uint8Array.of(0xef, 0xbb, 0xbf);
const DATA = Buffer.from('data');
const EVENT = Buffer.from('event');

/** Largest frame, in bytes of its lines without comments (SPEC O4). */
export const FRAME_LIMIT_BYTES = 1024 * 1024;

/** One dispatched frame: the last `event:` line, and the `data:` lines joined by line feeds. */
export interface SseFrame {
  readonly eventName: string | null;
  readonly data: string;
}

/** What one piece of the body brought. After a fault nothing more may be fed. */
export interface SseFeed {
  readonly frames: readonly SseFrame[];
  readonly fault: 'frame_limit' | 'decode' | null;
}

/**
 * Event-stream framing over bytes. Works on bytes because line ends never lie inside a UTF-8 character, so
 * the result cannot depend on where the network cut the body; comments are dropped byte by byte, and what is
 * held never exceeds the frame limit (C01 to C11, C09). `id:`, `retry:` and unknown lines have no meaning
 * here: a provider's id is never identity (C21).
 */
export class SseFramer {
  readonly #limit: number;
  readonly #line: BoundedBytes;
  readonly #data: BoundedBytes;
  #dataLines = 0;
  #eventName: string | null = null;
  #frameBytes = 0;
  #inComment = false;
  /** The last line ended with CR, so an LF that follows belongs to it. */
  #afterCr = false;
  #markBytesSeen = 0;
  #fault: SseFeed['fault'] = null;

  /** @param limit Bytes of the largest frame. */
  constructor(limit: number = FRAME_LIMIT_BYTES) {
    this.#limit = limit;
    this.#line = new BoundedBytes(limit);
    this.#data = new BoundedBytes(limit);
  }

  /** Bytes of memory held for an unfinished frame; at most twice the limit. */
  get retainedBytes(): number {
    return this.#line.capacity + this.#data.capacity;
  }

  /** Takes the next piece of the body and gives the frames that are complete with it. */
  feed(chunk: Uint8Array): SseFeed {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const frames: SseFrame[] = [];
    let at = this.#skipMark(bytes);
    let lf = -1;
    let cr = -1;
    while (at < bytes.length && this.#fault === null) {
      if (this.#afterCr) {
        this.#afterCr = false;
        if (bytes[at] === LF) {
          at += 1;
          continue;
        }
      }
      if (lf < at) lf = position(bytes, LF, at);
      if (cr < at) cr = position(bytes, CR, at);
      const end = Math.min(lf, cr);
      const piece = bytes.subarray(at, Math.min(end, bytes.length));
      if (end === Infinity) {
        this.#keep(piece);
        break;
      }
      this.#afterCr = end === cr;
      this.#endLine(piece, frames);
      at = end + 1;
    }
    return { frames, fault: this.#fault };
  }

  /** Removes one leading byte order mark, also when it comes in pieces (C05). */
  #skipMark(bytes: Buffer): number {
    let at = 0;
    while (this.#markBytesSeen < BYTE_ORDER_MARK.length && at < bytes.length) {
      if (bytes[at] === BYTE_ORDER_MARK[this.#markBytesSeen]) {
        this.#markBytesSeen += 1;
        at += 1;
      } else {
        const taken = BYTE_ORDER_MARK.subarray(0, this.#markBytesSeen);
        this.#markBytesSeen = BYTE_ORDER_MARK.length;
        this.#keep(taken);
      }
    }
    return at;
  }

  /** Keeps the piece of a line whose end has not come yet. */
  #keep(piece: Buffer | Uint8Array): void {
    if (piece.length === 0 || !this.#counts(piece)) return;
    this.#line.append(piece);
  }

  /** Counts the piece against the frame; false when it is comment or breaks the limit. */
  #counts(piece: Uint8Array): boolean {
    if (this.#line.length === 0 && piece[0] === COLON) this.#inComment = true;
    if (this.#inComment) return false;
    this.#frameBytes += piece.length;
    if (this.#frameBytes > this.#limit) this.#fault = 'frame_limit';
    return this.#fault === null;
  }

  #endLine(rest: Buffer, frames: SseFrame[]): void {
    if (rest.length === 0 && this.#line.length === 0 && !this.#inComment) {
      this.#dispatch(frames);
      return;
    }
    const counts = this.#inComment || rest.length > 0 ? this.#counts(rest) : this.#fault === null;
    this.#inComment = false;
    if (!counts) return;
    // The line end counts too, else empty fields would be free.
    this.#frameBytes += 1;
    if (this.#line.length === 0) {
      this.#field(rest);
      return;
    }
    this.#line.append(rest);
    this.#field(this.#line.view());
    this.#line.clear();
  }

  #field(line: Buffer): void {
    const colon = line.indexOf(COLON);
    const name = colon === -1 ? line : line.subarray(0, colon);
    if (name.equals(DATA)) {
      if (this.#dataLines > 0) this.#data.append(NEWLINE);
      this.#data.append(fieldValue(line, colon));
      this.#dataLines += 1;
    } else if (name.equals(EVENT)) {
      const value = this.#decode(fieldValue(line, colon));
      this.#eventName = value === '' ? null : value;
    }
  }

  #dispatch(frames: SseFrame[]): void {
    if (this.#dataLines > 0) {
      const data = this.#decode(this.#data.view());
      if (data !== null) frames.push({ eventName: this.#eventName, data });
      this.#data.clear();
    }
    this.#dataLines = 0;
    this.#eventName = null;
    this.#frameBytes = 0;
  }

  #decode(bytes: Uint8Array): string | null {
    if (!isUtf8(bytes)) {
      this.#fault = 'decode';
      return null;
    }
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  }
}

function position(bytes: Buffer, byte: number, from: number): number {
  const found = bytes.indexOf(byte, from);
  return found === -1 ? Infinity : found;
}

function fieldValue(line: Buffer, colon: number): Uint8Array {
  if (colon === -1) return NO_BYTES;
  return line.subarray(line[colon + 1] === SPACE ? colon + 2 : colon + 1);
}
