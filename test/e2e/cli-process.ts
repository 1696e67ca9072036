import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

const ROOT = new URL('../../', import.meta.url).pathname;

/** The commands as a person finds them after `npm install` and `npm run build`. */
export const AIP_HERMES = `${ROOT}node_modules/.bin/aip-hermes`;
export const HERMES_SIMULATOR = `${ROOT}node_modules/.bin/hermes-simulator`;

/** A real process with its lines. */
export class CliProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #lines: string[] = [];
  readonly #errors: string[] = [];
  #wake: () => void = () => undefined;
  #ended = false;
  /** Exit code, or the signal that killed it. */
  readonly exit: Promise<number | string>;

  constructor(file: string, args: readonly string[], env: Record<string, string>, input?: string) {
    const inherited = { PATH: process.env['PATH'] ?? '' };
    this.#child = spawn(file, args, { env: { ...inherited, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child.stdin.end(input);
    const tell = (lines: string[]) => (line: string) => {
      lines.push(line);
      this.#wake();
    };
    createInterface({ input: this.#child.stdout }).on('line', tell(this.#lines));
    createInterface({ input: this.#child.stderr }).on('line', tell(this.#errors));
    this.exit = once(this.#child, 'close').then(([code, signal]) => {
      this.#ended = true;
      this.#wake();
      return (code as number | null) ?? (signal as string);
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get lines(): readonly string[] {
    return this.#lines;
  }

  get errors(): string {
    return this.#errors.join('\n');
  }

  /** JSON lines of stdout. */
  get values(): readonly Record<string, unknown>[] {
    return this.#lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  /** The first line of stdout that fits; rejects when the process ends without one. */
  line(fits: (line: string) => boolean): Promise<string> {
    return this.#find(this.#lines, fits);
  }

  /** The same of stderr. */
  errorLine(fits: (line: string) => boolean): Promise<string> {
    return this.#find(this.#errors, fits);
  }

  async #find(lines: readonly string[], fits: (line: string) => boolean): Promise<string> {
    for (;;) {
      const found = lines.find(fits);
      if (found !== undefined) return found;
      if (this.#ended) throw new Error(`ended without the line\n${this.#lines.join('\n')}\n${this.errors}`);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Sends a signal and waits for the end. */
  async kill(signal: NodeJS.Signals): Promise<number | string> {
    this.#child.kill(signal);
    return this.exit;
  }
}
