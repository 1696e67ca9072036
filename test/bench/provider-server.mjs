import { createServer } from 'node:http';

/**
 * A provider that streams as fast as it can, in a process of its own. Streams wait until `gate` of them are open;
 * then all are let go at once, and the parent is told when (monotonic nanoseconds, the same clock in every process).
 */

const EVENTS = Number(process.argv[2]);
const GATE = Number(process.argv[3]);

let runs = 0;
let waiting = [];

function frame(event) {
  return `data: ${JSON.stringify(event)}\n\n`;
}

function framesOf(runId) {
  const frames = [];
  const timestamp = 1_790_000_000.25;
  for (let nth = 0; nth < EVENTS - 1; nth += 1) {
    const tool = {
      event: 'tool.started',
      run_id: runId,
      timestamp,
      tool: 'terminal',
      preview: `ls -l part-${nth}`,
    };
    const delta = { event: 'message.delta', run_id: runId, timestamp, delta: `word ${nth} of the answer ` };
    frames.push(frame(nth % 20 === 10 ? tool : delta));
  }
  const usage = { input_tokens: 11, output_tokens: EVENTS, total_tokens: EVENTS + 11 };
  frames.push(frame({ event: 'run.completed', run_id: runId, timestamp, output: 'All good.', usage }));
  return frames;
}

function release() {
  const streams = waiting;
  waiting = [];
  process.send({ released: process.hrtime.bigint().toString() });
  for (const { response, frames } of streams) {
    for (const text of frames) response.write(text);
    response.end();
  }
}

function answer(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

const server = createServer((request, response) => {
  request.resume();
  if (request.method === 'POST' && request.url === '/v1/runs') {
    runs += 1;
    answer(response, 202, { run_id: `run_${String(runs).padStart(32, '0')}`, status: 'started' });
    return;
  }
  const runId = request.url.split('/')[3];
  if (!request.url.endsWith('/events')) {
    answer(response, 200, { object: 'hermes.run', run_id: runId, status: 'running' });
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
  waiting.push({ response, frames: framesOf(runId) });
  if (waiting.length === GATE) release();
});

server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('disconnect', () => process.exit(0));
