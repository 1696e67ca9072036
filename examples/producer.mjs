// @ts-check
// Sends an objective as an AIP envelope and prints its Action id: node examples/producer.mjs OBJECTIVE [--data DIR]
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { aipHermes } from './aip-hermes.mjs';
import { readArguments } from './read-arguments.mjs';

/** The bus cannot be reached now (exit codes: README.md). */
const UNREACHABLE = 9;
const ATTEMPTS = 5;

const { argument: objective, values } = readArguments(
  'node examples/producer.mjs OBJECTIVE [--data DIR] [--endpoint ID] [--id ACTION_ID]',
  { data: '.aip-hermes', endpoint: 'simulator', id: `act_${randomUUID()}` },
);

const envelope = {
  aip_version: '1.0',
  message_type: 'aip.core.v1.action',
  message_id: `msg_${randomUUID()}`,
  sent_at: new Date().toISOString(),
  correlation_id: `corr_${randomUUID()}`,
  from: { id: 'agent:example_producer', kind: 'agent' },
  body: {
    action: {
      id: values.id,
      capability_id: `cap:hermes_agent:${values.endpoint}:operator`,
      input: { objective },
      mode: 'streaming',
      idempotency_key: values.id,
    },
  },
};
// Made once: after a doubt the very same bytes are sent again, and a known message_id changes nothing.
const bytes = JSON.stringify(envelope);

for (let attempt = 1; ; attempt += 1) {
  const submit = aipHermes('submit', '-', '--json', '--data', values.data);
  submit.stdin.end(bytes);
  const [printed, code] = await Promise.all([text(submit.stdout), submit.exit]);
  if (code === 0) {
    console.log(JSON.parse(printed).action_id);
    break;
  }
  if (code !== UNREACHABLE || attempt === ATTEMPTS) process.exit(code);
}
