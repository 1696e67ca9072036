// @ts-check
import { asyncApiMessages, COMMAND_MESSAGES, REPLY_MESSAGES } from './asyncapi-messages.mjs';
import { asyncApiSchemas } from './asyncapi-schemas.mjs';

const PREFIX = 'aip.hermes_agent';

/**
 * The topics, messages and schemas of the connector as an AsyncAPI 3.0 document.
 *
 * @param {Readonly<Record<string, object>>} schemas the schemas of AIP by name
 * @param {number} projectionVersion
 * @returns {object}
 */
export function asyncApi(schemas, projectionVersion) {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'aip-hermes',
      version: String(projectionVersion),
      description:
        'Commands to and messages from the Hermes operator connector for AIP 1.0. The version is that of the projection. ' +
        'Written by `npm run docs` from the schemas in packages/aip; what the messages mean: docs/messages.md.',
      license: { name: 'Apache-2.0' },
    },
    defaultContentType: 'application/aip+json',
    channels: {
      commands: channel('commands', 'In. The key is a hint: the source Action id.', COMMAND_MESSAGES),
      stream_chunks: channel('stream_chunks', 'Out. Key: the source Action id.', ['stream_chunk']),
      results: channel(
        'results',
        'Out. Key: the source Action id; none for an error to a message that names no Action.',
        REPLY_MESSAGES,
      ),
      dead_letters: channel('commands.dlt', 'Out. Key: as it came.', ['dead_letter']),
    },
    operations: {
      take_command: {
        action: 'receive',
        channel: { $ref: '#/channels/commands' },
        summary: 'Takes a command; it is decided durably before the next one of its partition.',
        messages: COMMAND_MESSAGES.map((name) => messageIn('commands', name)),
        reply: {
          channel: { $ref: '#/channels/results' },
          messages: REPLY_MESSAGES.map((name) => messageIn('results', name)),
        },
      },
      publish_chunk: sending('stream_chunks', 'The steps of a run, in order.', ['stream_chunk']),
      publish_result: sending('results', 'Replies to commands, and the end of every run.', REPLY_MESSAGES),
      keep_dead_letter: sending('dead_letters', 'What is no command is kept with its bytes.', [
        'dead_letter',
      ]),
    },
    components: { messages: asyncApiMessages(), schemas: asyncApiSchemas(schemas) },
  };
}

/**
 * @param {string} topic
 * @param {string} description
 * @param {readonly string[]} messages
 */
function channel(topic, description, messages) {
  return {
    address: `${PREFIX}.${topic}`,
    description,
    messages: Object.fromEntries(messages.map((name) => [name, { $ref: `#/components/messages/${name}` }])),
  };
}

/**
 * @param {string} name of the channel
 * @param {string} summary
 * @param {readonly string[]} messages
 */
function sending(name, summary, messages) {
  return {
    action: 'send',
    channel: { $ref: `#/channels/${name}` },
    summary,
    messages: messages.map((message) => messageIn(name, message)),
  };
}

/**
 * @param {string} name of the channel
 * @param {string} message
 */
function messageIn(name, message) {
  return { $ref: `#/channels/${name}/messages/${message}` };
}
