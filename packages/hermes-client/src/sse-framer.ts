import { isUtf8 } from 'node:buffer';
import { BoundedBytes } from './bounded-bytes.js';

const LF = 10;
const CR = 13;
const SPACE = 32;
const COLON = 58;
const BYTE_ORDER_MARK = Uint8Array.of(0xef, 0xbb, 0xbf);
const DATA = Uint8Array.from(Buffer.from('data'));
const EVENT = Uint8Array.from(Buffer.from('event'));
const ID = Uint8Array.from(Buffer.from('id'));
/** Longest event id that is kept, bytes: it outlives its frame. */
const ID_LIMIT_BYTES = 1024;
/** What decoding puts in the place of damaged bytes; it may also stand in the text itself. */
const REPLACEMENT = '\ufffd';

/** Largest frame, in bytes of its lines without comments (SPEC O4). */
export const FRAME_LIMIT_BYTES = 1024 * 1024;

/**
 * One dispatched frame: the last `event:` line, the `data:` lines joined by line feeds, and the last `id:` line of the
 * stream so far (empty when there was none). The id is what a parser of the standard tells; here it is never identity.
 */
export interface SseFrame {
  readonly eventName: string | null;
  readonly data: string;
  readonly lastEventId: string;
}

/** What one piece of the body brought. After a fault nothing more may be fed. */
export interface SseFeed {
  readonly frames: readonly SseFrame[];
  readonly fault: 'frame_limit' | 'decode' | null;
}

/**
 * Event-stream framing over bytes. Works on bytes because line ends never lie inside a UTF-8 character, so
 * the result cannot depend on where the network cut the body; comments are dropped byte by byte, and what is
 * held never exceeds the frame limit (C01 to C11, C09). `retry:` and unknown lines have no meaning here, and `id:`
 * lines none for a run: a provider's id is never identity (C21).
 */
export class SseFramer {
  readonly #limit: number;
  readonly #line: BoundedBytes;
  /** The first data line of the frame; most frames have no other. */
  #first: string | null = null;
  /** The later data lines, each with the line feed before it. As bytes: many short texts cost too much. */
  readonly #more: BoundedBytes;
  #eventName: string | null = null;
  #lastEventId = '';
  #comments = 0;
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
    this.#more = new BoundedBytes(limit);
  }

  /** Bytes of memory held for an unfinished frame; at most about twice the limit. */
  get retainedBytes(): number {
    return this.#line.capacity + this.#more.capacity + (this.#first?.length ?? 0);
  }

  /** Comment lines that have ended so far. */
  get comments(): number {
    return this.#comments;
  }

  /** Takes the next piece of the body and gives the frames that are complete with it. */
  feed(chunk: Uint8Array): SseFeed {
    const bytes = Buffer.isBuffer(chunk)
      ? chunk
      : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
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
      if (end === Infinity) {
        this.#keep(bytes.subarray(at));
        break;
      }
      this.#afterCr = end === cr;
      this.#endLine(bytes, at, end, frames);
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
  #keep(piece: Uint8Array): void {
    if (piece.length > 0 && this.#counts(piece[0], piece.length)) this.#line.append(piece);
  }

  /** Counts a piece of a line against the frame; false when it is comment or breaks the limit. */
  #counts(firstByte: number | undefined, length: number): boolean {
    if (this.#line.length === 0 && firstByte === COLON) this.#inComment = true;
    if (this.#inComment) return false;
    this.#frameBytes += length;
    if (this.#frameBytes > this.#limit) this.#fault = 'frame_limit';
    return this.#fault === null;
  }

  /** The line is what is kept of it and `bytes` from `start` to `end`. */
  #endLine(bytes: Buffer, start: number, end: number, frames: SseFrame[]): void {
    if (start === end && this.#line.length === 0 && !this.#inComment) {
      this.#dispatch(frames);
      return;
    }
    const counts = this.#counts(start === end ? undefined : bytes[start], end - start);
    if (this.#inComment) this.#comments += 1;
    this.#inComment = false;
    if (!counts) return;
    // The line end counts too, else empty fields would be free.
    this.#frameBytes += 1;
    if (this.#line.length === 0) {
      this.#field(bytes, start, end);
      return;
    }
    this.#line.append(bytes.subarray(start, end));
    this.#field(this.#line.view(), 0, this.#line.length);
    this.#line.clear();
  }

  #field(bytes: Buffer, start: number, end: number): void {
    if (isField(bytes, start, end, DATA)) {
      const value = this.#decode(bytes, valueStart(bytes, start + DATA.length, end), end);
      if (this.#first === null) this.#first = value;
      else this.#more.append(Buffer.from(`\n${value}`));
    } else if (isField(bytes, start, end, EVENT)) {
      const value = this.#decode(bytes, valueStart(bytes, start + EVENT.length, end), end);
      this.#eventName = value === '' ? null : value;
    } else if (isField(bytes, start, end, ID)) {
      this.#keepId(bytes, valueStart(bytes, start + ID.length, end), end);
    }
  }

  /** An id with a NUL, an over-long or a damaged one counts as not sent. */
  #keepId(bytes: Buffer, start: number, end: number): void {
    const id = bytes.subarray(start, end);
    if (id.length <= ID_LIMIT_BYTES && !id.includes(0) && isUtf8(id)) this.#lastEventId = id.toString('utf8');
  }

  #dispatch(frames: SseFrame[]): void {
    if (this.#first !== null) {
      const data = this.#more.length === 0 ? this.#first : this.#first + this.#more.view().toString('utf8');
      frames.push({ eventName: this.#eventName, data, lastEventId: this.#lastEventId });
      this.#more.clear();
    }
    this.#first = null;
    this.#eventName = null;
    this.#frameBytes = 0;
  }

  /** The text of these bytes; a fault when they are not UTF-8, whatever is then returned is not used. */
  #decode(bytes: Buffer, start: number, end: number): string {
    const text = bytes.toString('utf8', start, end);
    if (text.includes(REPLACEMENT) && !isUtf8(bytes.subarray(start, end))) this.#fault = 'decode';
    return text;
  }
}

function position(bytes: Buffer, byte: number, from: number): number {
  const found = bytes.indexOf(byte, from);
  return found === -1 ? Infinity : found;
}

/** Whether the line's field has this name: the name, then a colon or the line's end. */
function isField(bytes: Buffer, start: number, end: number, name: Uint8Array): boolean {
  const after = start + name.length;
  if (after > end || (after < end && bytes[after] !== COLON)) return false;
  for (let at = 0; at < name.length; at += 1) {
    if (bytes[start + at] !== name[at]) return false;
  }
  return true;
}

/** Where the value begins: after the colon and one space, or at the line's end when there is no colon. */
function valueStart(bytes: Buffer, colon: number, end: number): number {
  if (colon === end) return end;
  return colon + 1 < end && bytes[colon + 1] === SPACE ? colon + 2 : colon + 1;
}
