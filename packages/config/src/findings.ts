import type { ConfigProblem } from './config.js';

/** Problems reported at once, at most; the last entry then says how many more there are. */
const MAX_FINDINGS = 100;

/** Characters of a path or message shown, at most: keys of a file may be anything. */
const MAX_TEXT = 400;

/** Credentials shorter than this would blank out ordinary words. */
const SHORTEST_MASKED = 8;

/** Collects everything that is to be said about a configuration, so that it can all be said at once (SPEC 10). */
export class Findings {
  readonly #problems: ConfigProblem[] = [];
  readonly #warnings: ConfigProblem[] = [];
  readonly #said = new Set<string>();
  readonly #secrets = new Set<string>();
  readonly #variables = new Map<string, string>();

  /** Something that forbids the start; said twice (a shared value, two endpoints) it counts once. */
  problem(path: string, message: string): void {
    const said = JSON.stringify([path, message]);
    if (this.#said.has(said)) return;
    this.#said.add(said);
    this.#problems.push({ path, message });
  }

  /** Something a person should know. */
  warn(path: string, message: string): void {
    this.#warnings.push({ path, message });
  }

  /** What is wrong at this path is from now on told of the environment variable that set it. */
  saidBy(path: string, variable: string): void {
    this.#variables.set(path, variable);
  }

  /** From now on this text is cut out of whatever is reported, e.g. when it was pasted as a key as well. */
  keepSecret(value: string): void {
    if (value.length >= SHORTEST_MASKED) this.#secrets.add(value);
  }

  /** Whether the configuration can be used. */
  get clean(): boolean {
    return this.#problems.length === 0;
  }

  /** Everything that forbids the start, bounded and printable. */
  get problems(): readonly ConfigProblem[] {
    return this.#shown(this.#problems);
  }

  /** Everything else worth saying, bounded and printable. */
  get warnings(): readonly ConfigProblem[] {
    return this.#shown(this.#warnings);
  }

  #shown(all: readonly ConfigProblem[]): readonly ConfigProblem[] {
    const shown = all
      .slice(0, MAX_FINDINGS)
      .map((it) => this.#placed(it))
      .map(({ path, message }) => ({ path: this.#text(path), message: this.#text(message) }));
    const rest = all.length - shown.length;
    if (rest > 0) shown.push({ path: '(file)', message: `has ${rest} more problems; mend these first` });
    return shown;
  }

  #placed({ path, message }: ConfigProblem): ConfigProblem {
    const variable = this.#variables.get(path);
    return variable === undefined
      ? { path, message }
      : { path: variable, message: `${message} (it sets ${path})` };
  }

  #text(text: string): string {
    let safe = text;
    for (const secret of this.#secrets) safe = safe.replaceAll(secret, '[redacted]');
    safe = safe.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '\uFFFD');
    return safe.length > MAX_TEXT ? `${safe.slice(0, MAX_TEXT)}...` : safe;
  }
}
