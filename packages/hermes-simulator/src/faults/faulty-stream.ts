import type { ServerResponse } from 'node:http';
import type { SimulatorState } from '../simulator-state.js';
import type { Fault } from './fault-rule.js';

const SPLIT_BYTES = 3;

/** Writes frames, one HTTP chunk each, through at most one planned fault. */
export class FaultyStream {
  readonly #response: ServerResponse;
  readonly #fault: Fault | undefined;
  readonly #restart: () => void;
  readonly #terminate: () => void;
  #frames = 0;
  #silent = false;

  constructor(
    response: ServerResponse,
    fault: Fault | undefined,
    server: Pick<SimulatorState, 'restart' | 'terminate'>,
  ) {
    this.#response = response;
    this.#fault = fault;
    this.#restart = server.restart;
    this.#terminate = server.terminate;
    this.#strikeBetweenFrames();
  }

  /** Writes one event frame. */
  frame(text: string): void {
    if (this.#silent) return;
    const fault = this.#fault;
    const due = fault?.kind === 'cut-stream' && this.#frames === fault.afterEvents;
    if (due && fault.where === 'inside') {
      this.#response.write(text.slice(0, Math.floor(text.length / 2)));
      this.#cut();
      return;
    }
    this.#write(text, fault);
    this.#frames += 1;
    if (due && fault.where === 'after') this.#cut();
    else this.#strikeBetweenFrames();
  }

  /** Writes a comment. */
  comment(text: string): void {
    if (!this.#silent) this.#response.write(text);
  }

  /** Ends the response, unless the stream is stalled: then it stays open. */
  end(): void {
    if (!this.#silent) this.#response.end();
  }

  #write(text: string, fault: Fault | undefined): void {
    if (fault?.kind === 'split-frames') this.#writePieces(text, fault.pieces);
    else if (fault?.kind === 'split-utf8') this.#writeBytes(Buffer.from(reformatted(text, 0)));
    else if (fault?.kind === 'odd-frames') this.#response.write(oddFrame(text, this.#frames));
    else if (fault?.kind === 'multi-line') this.#response.write(reformatted(text, 1));
    else this.#response.write(text);
    if (fault?.kind === 'repeat-frames') this.#response.write(text);
  }

  #strikeBetweenFrames(): void {
    const fault = this.#fault;
    if (fault?.kind === 'cut-stream' && fault.where === 'before' && this.#frames === fault.afterEvents) {
      this.#cut();
    } else if (fault?.kind === 'stall-stream' && this.#frames >= fault.afterEvents) {
      this.#silent = true;
    } else if (fault?.kind === 'terminate' && this.#frames === (fault.afterEvents ?? 0)) {
      setImmediate(this.#terminate);
    } else if (fault?.kind === 'restart' && this.#frames === (fault.afterEvents ?? 0)) {
      // The last frame is on its way to the socket in this turn of the loop.
      this.#silent = true;
      setImmediate(this.#restart);
    }
  }

  #writePieces(text: string, pieces: number): void {
    const size = Math.max(1, Math.ceil(text.length / Math.max(1, pieces)));
    for (let from = 0; from < text.length; from += size) this.#response.write(text.slice(from, from + size));
  }

  /** Pieces of three bytes end inside most characters of two, three or four. */
  #writeBytes(bytes: Buffer): void {
    for (let from = 0; from < bytes.length; from += SPLIT_BYTES)
      this.#response.write(bytes.subarray(from, from + SPLIT_BYTES));
  }

  /** Lets what was written reach the client, then resets: no final chunk. */
  #cut(): void {
    this.#silent = true;
    const { socket } = this.#response;
    if (socket === null) return;
    socket.end();
  }
}

/** The same frame as another server might write it. */
function oddFrame(text: string, number: number): string {
  const lines = text.trimEnd().split('\n');
  return [`event: message`, `id: x${number}`, 'retry: 1000', ...lines, '', ''].join('\r\n');
}

/** The same frame with its JSON written anew: unescaped, and with an indent one `data:` line for each line. */
function reformatted(text: string, indent: number): string {
  const lines = text.trimEnd().split('\n');
  return `${lines.map((line) => (line.startsWith('data: ') ? dataLines(line.slice(6), indent) : line)).join('\n')}\n\n`;
}

function dataLines(json: string, indent: number): string {
  return JSON.stringify(JSON.parse(json), null, indent)
    .split('\n')
    .map((line) => `data: ${line}`)
    .join('\n');
}
