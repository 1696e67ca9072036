const INTEGRAL = /^-?\d+$/;

/** A JSON number as it was written. `text` is valid JSON number text; its length is bounded by the input. */
export class JsonNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Whether the text is an integer literal: no fraction, no exponent (`1.0` and `1e3` are not). */
  get isIntegral(): boolean {
    return INTEGRAL.test(this.text);
  }
}
