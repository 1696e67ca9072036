import { createServer } from 'node:http';
import { framesOf } from './frames.mjs';
import { streamAs } from './streaming.mjs';

/**
 * The provider of every measurement, in a process of its own. Told by its parent in one message what kind of stream it
 * gives (streaming.mjs); counts what it was asked, so that a measurement can prove that nothing was sent twice.
 */

const OPEN_STREAM = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' };

const counts = { starts: 0, streams: 0, reads: 0 };
let settings = { events: 10, mode: 'at_once', gate: 1, perSecond: 200 };
let stream = streamAs(settings);

process.on('message', (message) => {
  if (message.settings !== undefined) {
    settings = message.settings;
    stream = streamAs(settings);
    process.send({ ready: true });
  }
  if (message.counts === true) process.send({ counts });
});
process.on('disconnect', () => process.exit(0));

const server = createServer((request, response) => {
  request.resume();
  if (request.method === 'POST' && request.url === '/v1/runs') {
    counts.starts += 1;
    answer(response, 202, { run_id: `run_${String(counts.starts).padStart(32, '0')}`, status: 'started' });
    return;
  }
  const runId = request.url.split('/')[3];
  if (request.url.endsWith('/events')) {
    counts.streams += 1;
    response.writeHead(200, OPEN_STREAM);
    response.flushHeaders();
    stream(response, framesOf(runId, settings.events));
    return;
  }
  counts.reads += 1;
  answer(response, 200, { object: 'hermes.run', run_id: runId, status: 'running' });
});

function answer(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
