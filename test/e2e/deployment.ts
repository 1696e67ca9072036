import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AIP_HERMES, CliProcess, HERMES_SIMULATOR } from './cli-process.js';

/** The key every simulator of these tests wants: a canary that must appear in no output and no file (G10). */
export const CANARY_KEY = 'e2e-canary-key-0815-4711';

/** A data directory of its own, and the processes started on it; all gone after `remove`. */
export class Deployment {
  readonly folder = mkdtempSync(join(tmpdir(), 'aip-hermes-e2e-'));
  readonly data = join(this.folder, 'data');
  readonly #processes: CliProcess[] = [];
  #config: readonly string[] = [];

  /** Starts a command on the data directory. */
  start(args: readonly string[], input?: string, env: Record<string, string> = {}): CliProcess {
    const all = [...args, '--data', this.data, ...this.#config];
    return this.#keep(new CliProcess(AIP_HERMES, all, { AIP_TEST_KEY: CANARY_KEY, ...env }, input));
  }

  /** Runs a command to its end. */
  async run(
    args: readonly string[],
    input?: string,
  ): Promise<CliProcess & { readonly code: number | string }> {
    const process = this.start(args, input);
    const code = await process.exit;
    return Object.assign(process, { code });
  }

  /** Runs exactly this command line to its end. */
  async command(args: readonly string[]): Promise<CliProcess & { readonly code: number | string }> {
    const process = this.#keep(new CliProcess(AIP_HERMES, args, { HOME: this.folder }));
    const code = await process.exit;
    return Object.assign(process, { code });
  }

  /** Starts the service and waits until it is ready. */
  async up(...args: readonly string[]): Promise<CliProcess> {
    const process = this.start(['up', '--json', ...args]);
    await process.line((line) => line.includes('ready'));
    return process;
  }

  /** Submits an objective; answers its Action id. */
  async submit(objective: string, ...args: readonly string[]): Promise<string> {
    const { code, values, errors } = await this.run(['submit', '--json', '--objective', objective, ...args]);
    if (code !== 0) throw new Error(errors);
    return String(values[0]?.['action_id']);
  }

  /** A simulator as a process of its own, configured as the one endpoint; survives the service. */
  async simulator(timeScale: number, policy: Record<string, number> = {}): Promise<SimulatorProcess> {
    const args = ['--port', '0', '--key-env', 'SIM_KEY', '--expose-calls', '--time-scale', String(timeScale)];
    const process = this.#keep(new CliProcess(HERMES_SIMULATOR, args, { SIM_KEY: CANARY_KEY }));
    const url = /http:\S+/.exec(await process.line((line) => line.includes('ready')))?.[0] ?? '';
    this.configure({ endpoints: [{ id: 'hermes-a', base_url: url, api_key_env: 'AIP_TEST_KEY' }], policy });
    return { url, process };
  }

  /** Writes a configuration that all commands started from now on are given. */
  configure(config: unknown): void {
    const file = join(this.folder, 'config.json');
    writeFileSync(file, JSON.stringify(config));
    this.#config = ['--config', file];
  }

  /** A file beside the data. */
  file(name: string, text: string | Uint8Array): string {
    const path = join(this.folder, name);
    writeFileSync(path, text);
    return path;
  }

  /** Kills what still runs and removes everything. */
  async remove(): Promise<void> {
    await Promise.all(this.#processes.map((process) => process.kill('SIGKILL')));
    rmSync(this.folder, { recursive: true, force: true });
  }

  #keep(process: CliProcess): CliProcess {
    this.#processes.push(process);
    return process;
  }
}

/** A running simulator process. */
export interface SimulatorProcess {
  readonly url: string;
  readonly process: CliProcess;
}

/** Starts the simulator received for an Action, by its own record. */
export async function startsReceived({ url }: SimulatorProcess, actionId: string): Promise<number> {
  const answer = await fetch(`${url}/_sim/calls`, { headers: { authorization: `Bearer ${CANARY_KEY}` } });
  const { calls } = (await answer.json()) as { readonly calls: readonly Record<string, unknown>[] };
  return calls.filter((call) => call['method'] === 'POST' && call['sessionId'] === `aip-operator-${actionId}`)
    .length;
}
