import type { ModelTurn } from '../script/script.js';
import { readScript } from '../script/read-script.js';
import { startHermesSimulator, type HermesSimulator } from '../start-hermes-simulator.js';
import { ManualClock, settle } from './manual-clock.js';
import { listedChildren, Mask } from './mask.js';
import { PollLoops, type Compared } from './poll-loops.js';
import { projected } from './projected.js';
import { RawExchange } from './raw-exchange.js';
import { replayedLines } from './replayed-lines.js';
import { recordedRequest } from './recorded-request.js';
import type { ProfileName } from '../profiles/profile.js';
import type { TranscriptLine } from './transcript-line.js';
import { PROFILE_OF, recordedDrainMs, recordedServer, type ReplayOptions } from './replay-options.js';
import { readTranscript, type TranscriptFolder } from './transcript.js';

/** Number of the connection of a stream that is in the notes only. */
const NOTED = -2;

const KEY = 'a-key-only-for-the-replay';

/** Longest silence a recorded line may take to be matched, in simulated milliseconds. */
const PATIENCE_MS = 60_000;

/** Kept in `basics-health-auth-errors` only; elsewhere the recorder left them out. */
const UNRECORDED = [
  'content-security-policy',
  'permissions-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
  'x-xss-protection',
  'referrer-policy',
  'date',
  'server',
];

interface Connection {
  readonly exchange: RawExchange;
  readonly line: TranscriptLine;
  recordedChunks: number;
}

/** Sends the recorded requests to a simulator that runs the same model script, at the recorded moments. */
export class Replay {
  readonly compared: Compared[] = [];
  readonly #lines: readonly TranscriptLine[];
  readonly #options: ReplayOptions;
  readonly #clock: ManualClock;
  readonly #recordedMask: Mask;
  readonly #simulatedMask: Mask;
  /** Recorded run or request id to the simulated one. */
  readonly #runIds = new Map<string, string>();
  readonly #connections = new Map<number, Connection>();
  readonly #polls: PollLoops;
  readonly #profile: ProfileName;
  readonly #allHeaders: boolean;
  #simulator: HermesSimulator | undefined;
  #recordedAt = 0;
  #drainMs: number | undefined;
  /** From SIGTERM to the next start: whether the process has ended. */
  #shutdown: { ended: boolean } | undefined;

  constructor(folder: TranscriptFolder, scenario: string, options: ReplayOptions = {}) {
    this.#lines = replayedLines(readTranscript(folder, scenario), options);
    this.#options = options;
    this.#profile = PROFILE_OF[folder];
    const since = this.#lines[0]?.start_unix ?? 0;
    this.#recordedMask = new Mask(since);
    this.#simulatedMask = new Mask(since);
    const delegates = JSON.stringify(this.#lines).includes('delegate_task');
    this.#polls = new PollLoops(KEY, this.#simulatedMask, (last) =>
      this.#profile === 'A' ? last.includes('"run.cancelled"') : this.#profile === 'D' && delegates,
    );
    this.#clock = new ManualClock((this.#lines[0]?.start_unix ?? 1) * 1000);
    this.#allHeaders = scenario === 'basics-health-auth-errors';
  }

  /** Replays everything; differences are in `compared`. */
  async run(): Promise<readonly Compared[]> {
    const config = this.#lines[0]?.server_config ?? 'base';
    this.#drainMs = recordedDrainMs(config);
    this.#simulator = await startHermesSimulator({
      apiKey: KEY,
      clock: this.#clock,
      ...recordedServer(this.#profile, config),
      ...this.#options.server,
    });
    try {
      await this.#clock.advance(this.#options.serverAgeMs ?? 0);
      for (const line of this.#lines) {
        await this.#play(line);
        await this.#pollAll();
      }
      this.compared.push(...this.#polls.compare(this.#lines, this.#recordedMask));
    } finally {
      for (const { exchange } of this.#connections.values()) exchange.destroy();
      await this.#simulator.close();
    }
    return this.compared;
  }

  async #play(line: TranscriptLine): Promise<void> {
    switch (line.dir) {
      case 'setup':
        if (line.model_script !== undefined) this.#setScript(line.model_script, line.turns ?? []);
        return;
      case 'request':
        if (this.#neverSent(line)) {
          await this.#compareRefusal(line);
          return;
        }
        if (this.#shutdown?.ended === true) await this.#startAgain();
        await this.#passTime(line);
        await this.#send(line);
        return;
      case 'response':
        await this.#passTo(line, this.#compareAnswer(line));
        return;
      case 'sse':
        await this.#passTo(line, this.#compareChunk(line));
        return;
      case 'close':
        await this.#passTo(line, this.#compareClose(line));
        return;
      case 'note':
        await this.#note(line);
        return;
      case 'poll':
        return;
      case 'end':
        await this.#passTime(line);
        return;
      default:
        line.dir satisfies never;
    }
  }

  #setScript(name: string, turns: readonly unknown[]): void {
    const text = Mask.restoreKeys(JSON.stringify(turns));
    const script = readScript({ name, turns: JSON.parse(text) as unknown });
    if (!('turns' in script)) throw new Error('a model script has turns');
    const { modelRefused: refused, modelDelay: delay } = this.#options;
    const changed = (turn: ModelTurn): ModelTurn => ({
      ...turn,
      ...(refused === undefined ? {} : { refused }),
      ...(delay === undefined ? {} : { delay }),
    });
    this.#simulator?.setScript({ name, turns: script.turns.map(changed) });
  }

  /** Lets the time pass that lay before this line in the recording. */
  async #passTime(line: TranscriptLine): Promise<void> {
    await this.#advance(line.t_ms - this.#recordedAt);
    this.#recordedAt = line.t_ms;
  }

  async #passTo(line: TranscriptLine, work: Promise<void>): Promise<void> {
    await work;
    this.#recordedAt = line.t_ms;
  }

  async #advance(ms: number): Promise<void> {
    const end = this.#clock.now() + ms;
    while (await this.#clock.until(oneStep(), end)) await this.#pollAll();
    await this.#clock.advance(Math.max(0, end - this.#clock.now()));
    await this.#pollAll();
  }

  async #waitFor(done: () => boolean): Promise<void> {
    const limit = this.#clock.now() + PATIENCE_MS;
    await settle();
    while (!done() && (await this.#clock.until(oneStep(), limit))) await this.#pollAll();
  }

  #neverSent(line: TranscriptLine): boolean {
    return this.#lines.some(
      (other) =>
        other.dir === 'close' && other.conn === line.conn && other.reason === 'ConnectionRefusedError',
    );
  }

  async #send(line: TranscriptLine): Promise<void> {
    const path = this.#translate(line.path ?? '/').replaceAll('=redacted', `=${KEY}`);
    if (line.repeated_every_ms !== undefined) {
      this.#polls.add(line.conn ?? -1, path);
      await this.#pollAll();
      return;
    }
    const exchange = this.#raw(line, path);
    this.#connections.set(line.conn ?? -1, { exchange, line, recordedChunks: 0 });
    for (let turn = 0; turn < 50 && !exchange.answered; turn += 1)
      await settle(line.bytes === undefined ? 2 : 200);
  }

  #translate(text: string): string {
    return text.replace(
      /(run_)?[0-9a-f]{32}|\b\d{8}_\d{6}_[0-9a-f]{6}\b/g,
      (id) => this.#runIds.get(id) ?? id,
    );
  }

  /** Remembers which simulated request id stands for a recorded one. */
  #pair(recorded: string, simulated: string): void {
    const children = listedChildren(simulated);
    for (const [preview, id] of listedChildren(recorded)) this.#runIds.set(id, children.get(preview) ?? id);
    const [mine, theirs] = [recorded, simulated].map(
      (text) => /"request_id": "([0-9a-f]{32})"/.exec(text)?.[1],
    );
    if (mine !== undefined && theirs !== undefined) this.#runIds.set(mine, theirs);
  }

  async #compareAnswer(line: TranscriptLine): Promise<void> {
    const { exchange, line: request } = this.#connection(line);
    await this.#waitFor(() => exchange.answered);
    const text = line.text ?? '';
    const created = [text, exchange.text].map((body) => /"run_id": "(run_[0-9a-f]{32})"/.exec(body)?.[1]);
    const [recordedId, simulatedId] = created;
    if (line.status === 202 && recordedId !== undefined && simulatedId !== undefined)
      this.#runIds.set(recordedId, simulatedId);
    const place = `${line.t_ms} ms: ${request.method} ${request.path}`;
    const streams = exchange.headers.has('transfer-encoding');
    // The recorder logged a stream as a whole when it did not expect one.
    if (streams && text !== '') await this.#waitFor(() => exchange.end !== 'open');
    this.#pair(text, exchange.text);
    this.compared.push({
      place,
      recorded: {
        status: line.status,
        headers: this.#headers(Object.entries(line.headers ?? {})),
        body: this.#recordedMask.apply(
          this.#profile === 'D' ? projected(request.path ?? '', text, exchange.text) : text,
        ),
      },
      simulated: {
        status: exchange.status,
        headers: this.#headers([...exchange.headers]),
        body: streams && text === '' ? '' : this.#simulatedMask.apply(exchange.text),
      },
    });
    if (!streams && request.method !== 'HEAD')
      this.compared.push({
        place: `${place}: content-length`,
        recorded: String(Buffer.byteLength(exchange.text)),
        simulated: exchange.headers.get('content-length'),
      });
  }

  #headers(headers: readonly (readonly [string, string])[]): readonly string[] {
    return headers
      .filter(([name]) => this.#allHeaders || !UNRECORDED.includes(name))
      .filter(([name]) => name !== 'content-length')
      .map(([name, value]) => (name === 'date' ? name : `${name}: ${value}`));
  }

  async #compareChunk(line: TranscriptLine): Promise<void> {
    const connection = this.#connection(line);
    const index = connection.recordedChunks;
    connection.recordedChunks += 1;
    await this.#waitFor(() => connection.exchange.chunks.length > index);
    this.#pair(line.text ?? '', connection.exchange.chunks[index] ?? '');
    this.compared.push({
      place: `${line.t_ms} ms: chunk ${index} of connection ${line.conn}`,
      recorded: this.#recordedMask.apply(line.text ?? ''),
      simulated: this.#simulatedMask.apply(connection.exchange.chunks[index] ?? '<nothing>'),
    });
  }

  async #compareClose(line: TranscriptLine): Promise<void> {
    if (line.reason === 'ConnectionRefusedError') return;
    const { exchange, recordedChunks } = this.#connection(line);
    if (line.by === 'client') {
      await this.#passTime(line);
      exchange.destroy();
      await settle();
      return;
    }
    await this.#waitFor(() => exchange.end !== 'open');
    this.compared.push({
      place: `${line.t_ms} ms: end of connection ${line.conn}`,
      recorded: { end: line.reason === 'final chunk' ? 'whole' : 'cut', chunks: recordedChunks },
      simulated: { end: exchange.end, chunks: exchange.chunks.length },
    });
  }

  async #note(line: TranscriptLine): Promise<void> {
    const text = line.text ?? '';
    if (text.startsWith('SIGKILL') || text === 'after a restart') {
      await this.#passTime(line);
      await this.#simulator?.restart();
      await settle();
    }
    if (text.startsWith('SIGTERM')) {
      await this.#passTime(line);
      const shutdown = { ended: false };
      this.#shutdown = shutdown;
      void this.#simulator?.shutdown(this.#drainMs).then(() => {
        shutdown.ended = true;
      });
      await settle();
    }
    if (text.includes('process ended')) await this.#processEnded(line);
    if (/^marker (written|removed)/.test(text)) {
      await this.#passTime(line);
      this.#simulator?.drain(text.startsWith('marker written'));
    }
    if (text.endsWith('not reading now')) this.#openNotedStream().pause();
    const chunks = /(\d+) chunks, \d+ bytes/.exec(text)?.[1];
    if (chunks !== undefined) await this.#readNotedStream(Number(chunks), text);
    if (text === 'FIN sent by the client') {
      await this.#passTime(line);
      [...this.#connections.values()].at(-1)?.exchange.halfClose();
      await settle();
    }
  }

  /** A stream the recorder speaks of in its notes only: that of the run it has just started. */
  #openNotedStream(): RawExchange {
    const path = `/v1/runs/${[...this.#runIds.values()].at(-1)}/events`;
    const line: TranscriptLine = { t_ms: 0, dir: 'request', headers: { Authorization: `Bearer ${KEY}` } };
    const exchange = this.#raw(line, path);
    this.#connections.set(NOTED, { exchange, line, recordedChunks: 0 });
    return exchange;
  }

  async #readNotedStream(chunks: number, place: string): Promise<void> {
    const stream = this.#connections.get(NOTED)?.exchange ?? this.#openNotedStream();
    stream.resume();
    await this.#waitFor(() => stream.end !== 'open');
    const last = stream.chunks.at(-1);
    this.compared.push({
      place,
      recorded: { chunks, last: ': stream closed\n\n' },
      simulated: { chunks: stream.chunks.length, last },
    });
  }

  /** SIGKILL ends a process whose worker goes on for ever; else its last worker has ended by now. */
  async #processEnded(line: TranscriptLine): Promise<void> {
    await this.#passTime(line);
    if (line.text?.includes('-9') === true) await this.#startAgain();
    else if (this.#shutdown !== undefined) {
      const shutdown = this.#shutdown;
      await this.#waitFor(() => shutdown.ended);
      this.compared.push({ place: line.text ?? '', recorded: true, simulated: shutdown.ended });
    }
  }

  async #startAgain(): Promise<void> {
    this.#shutdown = undefined;
    await this.#simulator?.restart();
    await settle();
  }

  /** While the port is closed after SIGTERM a connection is refused; a restart by SIGKILL takes no time here. */
  async #compareRefusal(line: TranscriptLine): Promise<void> {
    if (this.#shutdown === undefined) return;
    await this.#passTime(line);
    const exchange = this.#raw(line, line.path ?? '/');
    for (let turn = 0; turn < 50 && !exchange.refused && !exchange.answered; turn += 1) await settle(2);
    exchange.destroy();
    this.compared.push({
      place: `${line.t_ms} ms: ${line.method} ${line.path}`,
      recorded: 'refused',
      simulated: exchange.refused ? 'refused' : exchange.status,
    });
  }

  #raw(line: TranscriptLine, path: string): RawExchange {
    const request = recordedRequest(line, path, this.#translate(line.text ?? ''), KEY);
    return new RawExchange(this.#simulator?.port ?? 0, request);
  }

  #connection(line: TranscriptLine): Connection {
    const connection = this.#connections.get(line.conn ?? -1);
    if (connection === undefined) throw new Error(`no request on connection ${line.conn}`);
    return connection;
  }

  async #pollAll(): Promise<void> {
    await this.#polls.look(this.#simulator?.port ?? 0);
  }
}

/** Holds after the first look: one timer at a time. */
function oneStep(): () => boolean {
  let looks = 0;
  return () => {
    looks += 1;
    return looks > 1;
  };
}
