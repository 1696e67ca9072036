import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { HELD_KEY, KEY_ECHOES, PLANTED, READABLE, SAID } from './canary-secrets.js';

/** How a run goes, by the word `SAY=<story>` of its objective. */
export const STORIES = [
  'stream',
  'fail',
  'ask',
  'poll',
  'broken',
  'refuse',
  'lost',
  'id',
  'garbage',
] as const;
type Story = (typeof STORIES)[number];

/** A server that says secrets wherever it can. */
export interface CanaryProvider {
  readonly url: string;
  /** What it was asked: `GET /health` and the like. */
  readonly asked: ReadonlySet<string>;
  close(): Promise<void>;
}

const USAGE = { input_tokens: 512, output_tokens: 128, total_tokens: 640 };
const ALL = `${SAID.join('\n')}\n${READABLE}`;
const MEMBERS = {
  password: 'CNRY04env',
  deep: [{ 'X-Auth-Token': 'CNRY05json', [HELD_KEY]: HELD_KEY }],
  note: ALL,
};

/** Starts it on a port of the loopback. */
export async function startCanaryProvider(): Promise<CanaryProvider> {
  const asked = new Set<string>();
  let runs = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.add(`${request.method ?? ''} ${path.replace(/run_\w+/, ':id')}`);
    void answer(request, response, () => (runs += 1));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, next: () => number): Promise<void> {
  const path = request.url ?? '';
  response.setHeader('x-echo', encodeURIComponent(HELD_KEY));
  response.setHeader('x-api-key', HELD_KEY);
  response.setHeader('set-cookie', 'sid=CNRY06cookie');
  if (path === '/health') {
    send(response, 200, {
      status: 'ok',
      platform: 'hermes-agent',
      version: `0.19.0 Bearer CNRY01bearer ${HELD_KEY}`,
      ...MEMBERS,
    });
  } else if (path === '/v1/capabilities') {
    send(response, 200, { features: { run_status: { supported: false, note: ALL }, [HELD_KEY]: true } });
  } else if (request.method === 'POST' && path === '/v1/runs') {
    const story = /SAY=(\w+)/.exec(await text(request))?.[1] ?? 'stream';
    start(response, story as Story, next());
  } else if (path.endsWith('/events')) {
    events(response, path);
  } else {
    status(response, path);
  }
}

function start(response: ServerResponse, story: Story, nth: number): void {
  const error = { message: ALL, code: KEY_ECHOES[0], type: 'CNRY', param: KEY_ECHOES[1] };
  switch (story) {
    case 'refuse':
      send(response, 400, { error });
      return;
    case 'lost':
      send(response, 500, { error, run_id: `run_${HELD_KEY}`, ...MEMBERS });
      return;
    case 'id':
      send(response, 202, {
        run_id: Buffer.from(`Bearer ${HELD_KEY}`).toString('base64url'),
        status: 'started',
      });
      return;
    case 'garbage':
      response.socket?.end(`HTTP/1.1 202 ${HELD_KEY}\r\nx: ${HELD_KEY}\r\n${ALL}\r\n\r\n`);
      return;
    case 'stream':
    case 'fail':
    case 'ask':
    case 'poll':
    case 'broken':
      send(response, 202, { run_id: `run_${story}${nth}`, status: 'started', ...MEMBERS });
  }
}

function events(response: ServerResponse, path: string): void {
  const runId = /run_\w+/.exec(path)?.[0] ?? '';
  if (runId.startsWith('run_poll')) {
    send(response, 404, { error: { message: ALL, code: HELD_KEY } });
    return;
  }
  const frame = (event: string, more: object): string =>
    `: ${HELD_KEY}\nid: ${HELD_KEY}\nevent: ${event}\ndata: ${JSON.stringify({ event, run_id: runId, ...more })}\n\n`;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const said of SAID) response.write(frame('message.delta', { delta: said }));
  response.write(frame('tool.started', { tool: HELD_KEY, preview: ALL, ...MEMBERS }));
  response.write(frame('tool.completed', { tool: 'terminal', duration: 0.1, error: true, result: ALL }));
  response.write(frame('reasoning.available', { text: ALL }));
  response.write(frame(`odd ${HELD_KEY}`, MEMBERS));
  // No JSON: it may end the stream, and the run is polled then.
  if (runId.startsWith('run_broken')) response.write(`data: ${ALL.replaceAll('\n', '\ndata: ')}\n\n`);
  if (runId.startsWith('run_ask')) {
    const asks = {
      command: ALL,
      description: ALL,
      choices: ['once', HELD_KEY, 'deny'],
      request_id: HELD_KEY,
    };
    response.write(frame('approval.request', { ...asks, pattern_key: KEY_ECHOES[3] }));
    return;
  }
  const end = runId.startsWith('run_fail')
    ? frame('run.failed', { error: ALL, usage: USAGE })
    : frame('run.completed', { output: ALL, usage: USAGE });
  response.end(end);
}

const polled = new Map<string, number>();

function status(response: ServerResponse, path: string): void {
  const runId = /run_\w+/.exec(path)?.[0] ?? '';
  const nth = (polled.get(runId) ?? 0) + 1;
  polled.set(runId, nth);
  if (runId.startsWith('run_ask')) send(response, 200, { run_id: runId, status: 'waiting_for_approval' });
  else if (nth === 1) send(response, 503, { error: { message: ALL, code: HELD_KEY } });
  else if (nth === 2)
    send(response, 200, { run_id: runId, status: 'running', last_event: HELD_KEY, ...MEMBERS });
  else send(response, 200, { run_id: runId, status: 'completed', output: ALL, usage: USAGE, ...MEMBERS });
}

function send(response: ServerResponse, code: number, body: object): void {
  response.writeHead(code, PLANTED[0]?.[0], { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
