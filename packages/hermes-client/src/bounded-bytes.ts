const FIRST_CAPACITY = 4096;
/** A buffer that grew beyond this is given back when it is cleared, so one big frame does not stay for ever. */
const KEPT_CAPACITY = 64 * 1024;

/**
 * Bytes gathered from many reads, never more than `limit` of them. One growing buffer, because a list of
 * one-byte chunks would cost a hundred times what it holds (G13).
 */
export class BoundedBytes {
  readonly limit: number;
  #buffer = Buffer.alloc(0);
  #length = 0;

  /** @param limit Most bytes ever held. */
  constructor(limit: number) {
    this.limit = limit;
  }

  /** Bytes held now. */
  get length(): number {
    return this.#length;
  }

  /** Bytes of memory set aside now; at most `limit`. */
  get capacity(): number {
    return this.#buffer.length;
  }

  /** Adds `bytes`. False, and nothing added, when the limit would be broken. */
  append(bytes: Uint8Array): boolean {
    const needed = this.#length + bytes.length;
    if (needed > this.limit) return false;
    if (needed > this.#buffer.length) this.#grow(needed);
    this.#buffer.set(bytes, this.#length);
    this.#length = needed;
    return true;
  }

  /** What is held, without copying; valid until the next `append` or `clear`. */
  view(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
    if (this.#buffer.length > KEPT_CAPACITY) this.#buffer = Buffer.alloc(0);
  }

  #grow(needed: number): void {
    const doubled = Math.max(needed, FIRST_CAPACITY, this.#buffer.length * 2);
    const grown = Buffer.allocUnsafeSlow(Math.min(doubled, this.limit));
    this.#buffer.copy(grown, 0, 0, this.#length);
    this.#buffer = grown;
  }
}
