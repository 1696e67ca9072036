const INTEGRAL = /^-?\d+$/;

/** A JSON number as it was written: valid JSON number text, as long as the input allowed. */
export interface JsonNumber {
  readonly text: string;
  /** Whether the text is an integer literal: no fraction, no exponent (`1.0` and `1e3` are not). */
  readonly isIntegral: boolean;
}

class NumberText implements JsonNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  get isIntegral(): boolean {
    return INTEGRAL.test(this.text);
  }
}

/** Wraps number text; the caller has checked that it is JSON number text. */
export function jsonNumber(text: string): JsonNumber {
  return new NumberText(text);
}

/** Tells a kept number from a JSON object, whatever members the object has. */
export function isJsonNumber(value: unknown): value is JsonNumber {
  return value instanceof NumberText;
}
