import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { CliProcess } from '../../e2e/cli-process.js';
import { Deployment } from '../../e2e/deployment.js';
import { freePort } from '../lab/free-port.js';
import { writeHermesHome, type HomeSettings } from '../lab/hermes-home.js';
import { HermesServer } from '../lab/hermes-server.js';
import { ScriptedModel } from '../lab/model/scripted-model.js';
import { closedGate, type Gate } from './gate.js';
import { published, type Published } from './published.js';

/** How one Action ended: what was published, and the exit code of `watch`. */
export type Ending = Published & { readonly result: Result; readonly code: number | string };
type Result = Published['results'][number];

/** The connector on a data directory of its own; all gone after `remove`. */
export class Connector extends Deployment {
  /** Makes a server its only endpoint, by a key in a file. */
  use(url: string, key: string, policy: Record<string, number> = {}): void {
    this.file('key', key);
    this.configure({ endpoints: [{ id: 'real', base_url: url, api_key_file: 'key' }], policy });
  }

  /** Submits an objective and follows it to its end. */
  async play(id: string, objective: string, ...args: readonly string[]): Promise<Ending> {
    await this.submit(objective, '--id', id, ...args);
    return this.end(id);
  }

  /** What is published of an Action, up to its end. */
  async end(id: string): Promise<Ending> {
    return this.endOf(this.watch(id));
  }

  /** Begins to follow an Action. */
  watch(id: string): CliProcess {
    return this.start(['watch', id, '--json', '--timeout', '120']);
  }

  /** The same as `end`, of a watch that has begun. */
  async endOf(watching: CliProcess): Promise<Ending> {
    const code = await watching.exit;
    const all = published(watching.values);
    const result = all.results.at(-1);
    if (result === undefined) throw new Error(`no result; watch ended with ${code}\n${watching.errors}`);
    return { ...all, result, code };
  }

  /** The binding of an Action. */
  async binding(id: string): Promise<Record<string, unknown>> {
    return (await this.run(['show', id, '--json'])).values[0] ?? {};
  }

  /** Waits until the binding of an Action looks as wanted; it is read from the log file again and again. */
  async until(id: string, fits: (binding: Record<string, unknown>) => boolean): Promise<void> {
    while (!fits(await this.binding(id)));
  }

  /** The audit finds no guarantee broken. */
  async expectAudited(): Promise<void> {
    const { code, lines } = await this.run(['audit', '--all']);
    expect([code, code === 0 ? '' : lines.join('\n')]).toEqual([0, '']);
  }
}

/** A connector, a real Hermes and the model behind it. */
export class Stage {
  readonly connector: Connector;
  readonly hermes: HermesServer;
  readonly model: ScriptedModel;
  /** The key of the API, drawn anew for every stage. */
  readonly key: string;
  readonly #gates: Gate[] = [];

  private constructor(connector: Connector, hermes: HermesServer, model: ScriptedModel, key: string) {
    this.connector = connector;
    this.hermes = hermes;
    this.model = model;
    this.key = key;
  }

  /** Starts model and Hermes; the connector is configured but not started. */
  static async open(
    settings: Partial<HomeSettings> = {},
    policy: Record<string, number> = {},
  ): Promise<Stage> {
    const venv = process.env['HERMES_LAB_VENV'];
    if (venv === undefined)
      throw new Error('run this suite with `npm run test:hermes`, which installs Hermes');
    const connector = new Connector();
    const model = await ScriptedModel.start();
    const key = randomBytes(16).toString('hex');
    const port = await freePort();
    const home = writeHermesHome(join(connector.folder, 'hermes'), {
      port,
      key,
      modelUrl: model.url,
      ...settings,
    });
    const stage = new Stage(connector, new HermesServer(venv, home, port, key), model, key);
    connector.use(stage.hermes.url, key, { poll_interval_ms: 50, ...policy });
    try {
      await stage.hermes.start();
    } catch (error) {
      await stage.close();
      throw error;
    }
    return stage;
  }

  /** Something for a scripted turn to wait for; closed. */
  gate(): Gate {
    const gate = closedGate();
    this.#gates.push(gate);
    return gate;
  }

  /** Opens all gates, so that no run of a test is left when the next one begins. */
  openGates(): void {
    for (const gate of this.#gates.splice(0)) gate.open();
  }

  /** Ends and removes everything. */
  async close(): Promise<void> {
    await this.hermes.kill();
    await this.model.close();
    await this.connector.remove();
  }
}
