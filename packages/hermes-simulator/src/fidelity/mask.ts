const LONG_KEY = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Replaces what differs between any two runs: ids by the order they were given out, times, durations, row ids. */
export class Mask {
  /** Puts keys back where the recorder wrote only their length. */
  static restoreKeys(text: string): string {
    return text.replaceAll('<36 characters>', LONG_KEY).replaceAll('<24 characters>', LONG_KEY.slice(0, 24));
  }

  readonly #ids = new Map<string, string>();

  /** Texts stay comparable byte by byte otherwise: blanks, escapes and key order are kept. */
  apply(text: string): string {
    return (
      text
        .replace(/"request_id": "[0-9a-f]{32}"/g, '"request_id": "<id>"')
        .replaceAll('0.22.2.post1', '0.22.2')
        // What a tool gave back on the recorder's machine, and an untranslated text key of the derived build.
        .replace(/("duration": [^,]*, "error": \w+, "preview": )"(?:[^"\\]|\\.)*"/g, '$1<result>')
        .replace(
          /"preview": "(display\.preview\.shell_plus_\w+|[^"]* \+ \d+ commands?)", "seq"/g,
          '"preview": <compound>, "seq"',
        )
        .replace(/"shutdown_requested_at": \d+\.\d+/g, '"shutdown_requested_at": <float>')
        .replace(/run_[0-9a-f]{32}/g, (id) => this.#name(id))
        .replaceAll(LONG_KEY, '<36 characters>')
        .replace(/"(timestamp|updated_at|created_at|started_at|duration)": \d+\.\d+/g, '"$1": <float>')
        .replace(/"updated_at": "[^"]*\+00:00"/g, '"updated_at": "<time>"')
        .replace(/"created": \d+/g, '"created": <seconds>')
        .replace(/"id": \d+/g, '"id": <row>')
    );
  }

  #name(id: string): string {
    const known = this.#ids.get(id) ?? `run_${this.#ids.size + 1}`;
    this.#ids.set(id, known);
    return known;
  }
}
