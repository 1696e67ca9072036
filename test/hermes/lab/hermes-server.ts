import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { HermesHome } from './hermes-home.js';

/** How long a Hermes may take until it answers, milliseconds: a cold first start on a busy machine is slow. */
const READY_LIMIT_MS = 120_000;
const ASK_EVERY_MS = 100;
/** The end of what it wrote that is kept for the message when it does not start, characters. */
const KEPT_OUTPUT = 8_000;

/** A real Hermes as a process on a home; it can be killed and started again. */
export class HermesServer {
  readonly url: string;
  readonly home: HermesHome;
  readonly #venv: string;
  readonly #key: string;
  #child: ChildProcess | null = null;
  #exit: Promise<unknown> = Promise.resolve();
  #over = false;
  #said = '';

  constructor(venv: string, home: HermesHome, port: number, key: string) {
    this.#venv = venv;
    this.#key = key;
    this.home = home;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** Starts the process and waits until it answers; one that runs and answers is left as it is, any other is ended. */
  async start(): Promise<void> {
    if (this.#child !== null && !this.#over) {
      if (await this.#answers()) return;
      await this.kill();
    }
    this.#over = false;
    const { home, work, user } = this.home;
    const child = spawn(join(this.#venv, 'bin', 'hermes'), ['gateway', 'run'], {
      cwd: work,
      // Nothing else of the environment: keys of real providers in it would be used.
      env: {
        PATH: `${join(this.#venv, 'bin')}:/usr/bin:/bin`,
        HOME: user,
        LANG: 'C.UTF-8',
        HERMES_HOME: home,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    const cleanUp = (): boolean => child.kill('SIGKILL');
    process.once('exit', cleanUp);
    this.#exit = once(child, 'close').then(() => {
      process.off('exit', cleanUp);
      this.#over = true;
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#said = `${this.#said}${text}`.slice(-KEPT_OUTPUT);
      });
    }
    await this.#ready(child);
  }

  /** Sends it a signal; waits for its end only with `ended`. */
  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Ends it at once; nothing happens when it has ended. */
  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.ended();
  }

  /** Waits until the process is gone. */
  async ended(): Promise<void> {
    await this.#exit;
  }

  /** Reads something from its API. */
  async get(path: string): Promise<unknown> {
    const answer = await fetch(`${this.url}${path}`, {
      headers: { authorization: `Bearer ${this.#key}`, connection: 'close' },
    });
    return await answer.json();
  }

  async #ready(child: ChildProcess): Promise<void> {
    const until = Date.now() + READY_LIMIT_MS;
    while (child.exitCode === null && child.signalCode === null && Date.now() < until) {
      if (await this.#answers()) return;
      await pause(ASK_EVERY_MS);
    }
    await this.kill();
    throw new Error(`Hermes did not start\n${this.#said}`);
  }

  /** Refused until it listens; there is no other sign of being ready. */
  async #answers(): Promise<boolean> {
    const health = await fetch(`${this.url}/health`, { headers: { connection: 'close' } }).catch(() => null);
    return health?.ok === true;
  }
}
