// @ts-check
import { SCHEMA_FORMAT, schemaPointer } from './asyncapi-schemas.mjs';

const text = { type: 'string' };
const count = { type: 'string', pattern: '^(0|[1-9][0-9]*)$' };

/** Headers of every published message; `aip-correlation-id` and `traceparent` only where the command had them. */
const PUBLISHED = {
  'content-type': { const: 'application/aip+json' },
  'aip-version': { const: '1.0' },
  'aip-message-type': text,
  'aip-message-id': {
    ...text,
    description: 'Always the same for the same message: what to de-duplicate by.',
  },
  'aip-projection-version': count,
  'aip-correlation-id': text,
  traceparent: text,
};
const ALWAYS = [
  'content-type',
  'aip-version',
  'aip-message-type',
  'aip-message-id',
  'aip-projection-version',
];
const ABOUT = { 'aip-action-id': { ...text, description: 'The Action that the reply is about.' } };
const NEXT = {
  'aip-stream-next-sequence': { ...count, description: 'n: chunks 0 to n-1 have been published.' },
};

/**
 * @typedef {object} Shape
 * @property {string} type message type on the wire
 * @property {string} body the one member of the envelope's body
 * @property {string} schema name in the schema `common`
 * @property {string} summary
 * @property {Record<string, object>} headers
 * @property {string[]} required headers
 */

/** @type {Readonly<Record<string, Shape>>} */
const COMMANDS = {
  action: command('core', 'action', 'Action', 'Asks for a run, or answers a prompt of one.'),
  cancel: command('core', 'cancel', 'Cancel', 'Asks to cancel an Action.'),
  delegation_request: command(
    'agent',
    'delegation_request',
    'DelegationRequest',
    'Asks to act as a delegate.',
  ),
};

/** @type {Readonly<Record<string, Shape>>} */
const PUBLISHED_SHAPES = {
  stream_chunk: published('core', 'stream_chunk', 'StreamChunk', 'One step of a run.', {}),
  action_result: published('core', 'action_result', 'ActionResult', 'How an Action stands or ended.', {
    ...ABOUT,
    ...NEXT,
  }),
  delegation_result: published('agent', 'delegation_result', 'DelegationResult', 'How a delegation ended.', {
    ...ABOUT,
    ...NEXT,
  }),
  ack: published('core', 'ack', 'Ack', 'A command is queued, accepted or rejected.', ABOUT),
  error: published('core', 'error', 'ErrorBody', 'A message cannot be answered otherwise.', ABOUT),
};

/**
 * @param {'core' | 'agent'} area
 * @param {string} body
 * @param {string} schema
 * @param {string} summary
 * @returns {Shape}
 */
function command(area, body, schema, summary) {
  return { type: `aip.${area}.v1.${body}`, body, schema, summary, headers: {}, required: [] };
}

/**
 * @param {'core' | 'agent'} area
 * @param {string} body
 * @param {string} schema
 * @param {string} summary
 * @param {Record<string, object>} more headers
 * @returns {Shape}
 */
function published(area, body, schema, summary, more) {
  return {
    ...command(area, body, schema, summary),
    headers: { ...PUBLISHED, ...more },
    required: ALWAYS,
  };
}

/** Names of the messages that come in, and of those that go out. */
export const COMMAND_MESSAGES = Object.keys(COMMANDS);
export const REPLY_MESSAGES = Object.keys(PUBLISHED_SHAPES).filter((name) => name !== 'stream_chunk');

/**
 * All messages as components of the document.
 *
 * @returns {Record<string, object>}
 */
export function asyncApiMessages() {
  const shapes = Object.entries({ ...COMMANDS, ...PUBLISHED_SHAPES });
  return {
    ...Object.fromEntries(shapes.map(([name, shape]) => [name, messageOf(name, shape)])),
    dead_letter: {
      name: 'dead_letter',
      summary: 'What could not be taken as a command: its key and bytes as they came, and why.',
      contentType: 'application/octet-stream',
      headers: schemaOf({
        type: 'object',
        properties: Object.fromEntries(
          ['reason', 'message', 'topic', 'partition', 'offset', 'timestamp'].map((name) => [
            `aip-dead-letter-${name}`,
            text,
          ]),
        ),
        required: ['aip-dead-letter-reason', 'aip-dead-letter-partition', 'aip-dead-letter-offset'],
      }),
    },
  };
}

/**
 * @param {string} name
 * @param {Shape} shape
 */
function messageOf(name, { type, body, schema, summary, headers, required }) {
  const isCommand = name in COMMANDS;
  return {
    name: type,
    summary,
    contentType: 'application/aip+json',
    ...(!isCommand && { headers: schemaOf({ type: 'object', properties: headers, required }) }),
    payload: schemaOf({
      allOf: [
        { $ref: schemaPointer('envelope') },
        {
          type: 'object',
          properties: {
            message_type: { const: type },
            body: {
              type: 'object',
              properties: { [body]: { $ref: schemaPointer('common', `/$defs/${schema}`) } },
              required: [body],
            },
            ...(isCommand && { extensions: EXTENSIONS }),
          },
        },
      ],
    }),
    bindings: { kafka: { key: { type: ['string', 'null'] }, bindingVersion: '0.5.0' } },
  };
}

/** Where trusted ingress says who sends a command. */
const EXTENSIONS = {
  type: ['object', 'null'],
  properties: { 'aip.execution_context.v1': { $ref: schemaPointer('execution_context') } },
};

/** @param {object} schema */
function schemaOf(schema) {
  return { schemaFormat: SCHEMA_FORMAT, schema };
}
