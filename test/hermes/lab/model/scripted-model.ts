import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { readChatRequest, type ChatRequest } from './chat-request.js';
import type { Turn } from './turn.js';
import { writeTurn } from './write-turn.js';

/** What is said in a conversation that has no script. */
const UNSCRIPTED: Turn = { say: ['nothing to say'] };

/**
 * The model behind a real Hermes: a local server with the streaming chat completions API. `SCRIPT=<name>` in what the user says
 * picks the script; its n-th turn answers the n-th call of the conversation, the last one all that follow. Every call is
 * kept, so that a test can tell from outside of the connector what Hermes did.
 */
export class ScriptedModel {
  readonly #server: Server;
  readonly #scripts = new Map<string, readonly Turn[]>();
  readonly #requests: ChatRequest[] = [];
  readonly #waiting = new Set<() => void>();

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Starts it on a free port of 127.0.0.1. */
  static async start(): Promise<ScriptedModel> {
    const server = createServer();
    const model = new ScriptedModel(server);
    server.on('request', (request, response) => {
      model.#answer(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return model;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** Sets what is said in conversations with the marker `SCRIPT=<name>`. */
  script(name: string, ...turns: readonly Turn[]): void {
    this.#scripts.set(name, turns);
  }

  /** The calls of one script, in the order in which they came. */
  calls(script: string): readonly ChatRequest[] {
    return this.#requests.filter((request) => request.script === script);
  }

  /** The n-th call of a script, counted from 0, as soon as it is there. */
  async call(script: string, index = 0): Promise<ChatRequest> {
    for (;;) {
      const found = this.calls(script)[index];
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** Ends it; open answers are cut. */
  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => response.destroy());
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
      // Hermes looks whether this is one of the servers it knows; it is none.
      response.writeHead(404).end();
      return;
    }
    const call = readChatRequest(await text(request));
    this.#requests.push(call);
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
    const turns = this.#scripts.get(call.script ?? '') ?? [];
    const turn = turns[Math.min(call.turn, turns.length - 1)] ?? UNSCRIPTED;
    await writeTurn(response, turn, `${call.script ?? 'none'}-${call.turn}`);
  }
}
