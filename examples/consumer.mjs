// @ts-check
// Follows an Action to its end: node examples/consumer.mjs ACTION_ID [--data DIR] [--mode streaming]
import { createInterface } from 'node:readline';
import { ActionView } from './action-view.mjs';
import { aipHermes } from './aip-hermes.mjs';
import { readArguments } from './read-arguments.mjs';

const { argument: actionId, values } = readArguments(
  'node examples/consumer.mjs ACTION_ID [--data DIR] [--mode streaming] [--timeout SECONDS]',
  { data: '.aip-hermes', mode: 'streaming', timeout: '60' },
);

const view = new ActionView(actionId, { streaming: values.mode === 'streaming' });
const watch = aipHermes('watch', actionId, '--json', '--data', values.data, '--timeout', values.timeout);
watch.stdin.end();
for await (const line of createInterface({ input: watch.stdout })) {
  for (const { kind, data, part } of view.take(JSON.parse(line))) {
    console.log(`${kind}: ${part?.text ?? data.hermes_operator.event}`);
  }
}
const code = await watch.exit;
if (view.question !== null) console.log('a person is asked:', view.question);
if (view.end !== null) console.log(`${view.end.kind}: ${view.end.text}`);
process.exit(code);
