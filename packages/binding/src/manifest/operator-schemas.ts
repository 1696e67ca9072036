import type { JsonObject } from '@aip-hermes/aip';

const NULLABLE_TEXT = { type: ['string', 'null'] };

/** Input schema of the operator capability, JSON Schema 2020-12 (SPEC I1 to I3, C3). */
export const OPERATOR_INPUT_SCHEMA: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    objective: { type: 'string', minLength: 1, description: 'The bounded outcome to pursue.' },
    context: { description: 'Application context: data, not authority.' },
    candidate_capabilities: {
      type: 'array',
      maxItems: 256,
      items: { type: 'string', minLength: 1 },
      description: 'Hints about admitted capabilities; they authorise nothing.',
    },
    constraints: { type: 'object', description: 'Limits of this task; they never widen policy.' },
    resume: {
      type: 'object',
      properties: {
        source_action_id: { type: 'string', pattern: '^act_', description: 'The Action whose run waits.' },
        choice: { enum: ['once', 'session', 'always', 'deny'] },
        resolve_all: { type: 'boolean', default: false, description: 'All pending prompts of that run.' },
      },
      required: ['source_action_id', 'choice'],
      additionalProperties: false,
    },
  },
  oneOf: [{ required: ['objective'] }, { required: ['resume'] }],
  additionalProperties: false,
};

/** Output schema of the operator capability, JSON Schema 2020-12 (SPEC R1, C3). */
export const OPERATOR_OUTPUT_SCHEMA: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    endpoint_id: { type: 'string' },
    run_id: NULLABLE_TEXT,
    session_id: { type: 'string' },
    source_action_id: { type: 'string' },
    delegation_id: NULLABLE_TEXT,
    parent_action_id: NULLABLE_TEXT,
    status: {
      enum: [
        'starting',
        'running',
        'waiting_for_approval',
        'completed',
        'failed',
        'cancelled',
        'cancelling',
        'outcome_unknown',
      ],
    },
    last_event: NULLABLE_TEXT,
    pending_approval: {},
    provider: {},
  },
  required: ['endpoint_id', 'session_id', 'source_action_id', 'status'],
  additionalProperties: false,
};
