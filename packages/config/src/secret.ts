const REDACTED = '[redacted]';

/** A credential in memory. Printing, formatting, serialising or cloning it shows `[redacted]` or nothing (G10). */
export class Secret {
  readonly #value: string;

  /** @param value the credential */
  constructor(value: string) {
    this.#value = value;
  }

  /** The credential itself; call it only where it is sent. */
  reveal(): string {
    return this.#value;
  }

  /** `[redacted]` */
  toString(): string {
    return REDACTED;
  }

  /** `[redacted]` */
  toJSON(): string {
    return REDACTED;
  }

  /** What `util.inspect` and `console.log` show. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return REDACTED;
  }
}
