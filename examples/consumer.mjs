// @ts-check
// Follows an Action to its end: node examples/consumer.mjs ACTION_ID [--data DIR] [--mode streaming]
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { ActionView } from './action-view.mjs';
import { aipHermes } from './aip-hermes.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string', default: '.aip-hermes' },
    mode: { type: 'string', default: 'streaming' },
    timeout: { type: 'string', default: '60' },
  },
});
const [actionId] = positionals;
if (actionId === undefined) throw new Error('Say which Action, as the first argument.');

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
