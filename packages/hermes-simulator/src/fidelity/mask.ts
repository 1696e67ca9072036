/** Replaces what differs between any two runs: ids by the order they were given out, times, durations, row ids. */
export class Mask {
  readonly #ids = new Map<string, string>();

  /** Texts stay comparable byte by byte otherwise: blanks, escapes and key order are kept. */
  apply(text: string): string {
    return text
      .replace(/run_[0-9a-f]{32}/g, (id) => this.#name(id))
      .replace(/"(timestamp|updated_at|created_at|started_at|duration)": \d+\.\d+/g, '"$1": <float>')
      .replace(/"updated_at": "[^"]*\+00:00"/g, '"updated_at": "<time>"')
      .replace(/"created": \d+/g, '"created": <seconds>')
      .replace(/"id": \d+/g, '"id": <row>');
  }

  #name(id: string): string {
    const known = this.#ids.get(id) ?? `run_${this.#ids.size + 1}`;
    this.#ids.set(id, known);
    return known;
  }
}
