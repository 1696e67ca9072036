import { AIP_HERMES, CliProcess } from '../../e2e/cli-process.js';
import type { Arm, Mark } from '../child/arm.js';
import { builtChild } from '../child/built-child.js';

/** One life of the service: the product as it is, or with the points around it and an arm. */
export class UpProcess {
  readonly arm: Arm | null;
  readonly #process: CliProcess;
  readonly #atProvider: Mark[] = [];
  #hasEnded = false;

  /** Starts the product as a person does. */
  static plain(args: readonly string[], env: Record<string, string>): UpProcess {
    return new UpProcess(new CliProcess(AIP_HERMES, ['up', ...args], env), null);
  }

  /** Starts it with the points around it. */
  static watched(args: readonly string[], env: Record<string, string>, arm: Arm | null): UpProcess {
    const command = [builtChild(), JSON.stringify(arm), ...args];
    return new UpProcess(new CliProcess(process.execPath, command, env), arm);
  }

  private constructor(process: CliProcess, arm: Arm | null) {
    this.#process = process;
    this.arm = arm;
    void process.exit.then(() => {
      this.#hasEnded = true;
    });
  }

  /** Exit code, or the signal that killed it. */
  get exit(): Promise<number | string> {
    return this.#process.exit;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Resolves when it is ready; rejects when it ends before. */
  async ready(): Promise<void> {
    await this.#process.line((line) => line.includes('"ready"'));
  }

  kill(signal: NodeJS.Signals): Promise<number | string> {
    return this.#process.kill(signal);
  }

  /** What the provider saw for it. */
  note(mark: Mark): void {
    this.#atProvider.push(mark);
  }

  /** Points that it or, for it, the provider has reached. */
  get marks(): readonly Mark[] {
    const own = this.#process.lines.filter((line) => line.startsWith('{"event":"reached"'));
    return [...own.map((line) => JSON.parse(line) as Mark), ...this.#atProvider];
  }

  /** What it said of its trouble. */
  get errors(): string {
    return this.#process.errors;
  }
}
