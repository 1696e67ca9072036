import type { JsonObject } from '@aip-hermes/aip';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { capabilityIdOf, endpointOfCapability, normaliseEndpointId } from './capability-id.js';
import { manifest } from './manifest.js';
import { operatorCapability } from './operator-capability.js';

const ENDPOINT = { id: 'hermes-a', baseUrl: 'http://localhost:8642' };

describe('endpoint and capability ids', () => {
  it.each([
    [' Hermes-A ', 'hermes-a'],
    ['A_1', 'a_1'],
    ['x'.repeat(128), 'x'.repeat(128)],
  ])('C1: %j becomes %j', (typed, normal) => {
    expect(normaliseEndpointId(typed)).toBe(normal);
  });

  it.each(['', '  ', 'a.b', 'a:b', 'a b', 'ä', 'a\n b', 'x'.repeat(129)])('C1: %j is refused', (typed) => {
    expect(normaliseEndpointId(typed)).toBeNull();
  });

  it('C1: a capability id and its endpoint belong together', () => {
    expect(capabilityIdOf('hermes-a')).toBe('cap:hermes_agent:hermes-a:operator');
    expect(endpointOfCapability('cap:hermes_agent:hermes-a:operator')).toBe('hermes-a');
  });

  it.each([
    'cap:hermes_agent:Hermes-A:operator',
    'cap:hermes_agent::operator',
    'cap:hermes_agent:operator',
    'cap:hermes_agent:a:run_stop',
    'cap:hermes_agent:a:b:operator',
    'cap:other:a:operator',
    ' cap:hermes_agent:a:operator',
    'cap:hermes_agent:a:operator\n',
  ])('C1: %j is no operator capability', (id) => {
    expect(endpointOfCapability(id)).toBeNull();
  });
});

describe('operatorCapability', () => {
  it('C2: the entry and its contract have the published values', () => {
    const {
      description,
      input_schema: _input,
      output_schema: _output,
      ...entry
    } = operatorCapability(ENDPOINT);
    expect(description).toMatch(/operator, POST \/v1\/runs/);
    expect(entry).toEqual({
      id: 'cap:hermes_agent:hermes-a:operator',
      name: 'Hermes Agent router/operator run (hermes-a)',
      kind: 'agent',
      risk: 'high',
      stability: 'stable',
      auth: { scheme: 'bearer', source: 'endpoint.api_key' },
      requires_human_approval: true,
      bindings: [
        {
          profile: 'aip.connector.hermes_agent.v1',
          system: 'hermes-agent',
          endpoint_id: 'hermes-a',
          operation: 'operator',
          base_url: 'http://localhost:8642/',
          method: 'POST',
          path: '/v1/runs',
          streaming: false,
        },
      ],
      contract: {
        side_effects: ['read', 'write', 'send_message', 'external_network', 'code_execution'],
        idempotency: {
          requirement: 'required',
          collision_behavior: 'return_original_result',
          key_scope: 'capability',
          ttl_ms: 86400000,
        },
        execution: {
          supports_sync: true,
          supports_async: true,
          supports_streaming: true,
          supports_cancel: true,
          supports_retry: false,
          expected_completion: 'streaming',
          retry_safety: 'unsafe',
        },
        data: { sensitivity: 'confidential', contains_pii: true, redaction_required: true },
        approval: {
          required: true,
          reason: expect.stringContaining('hermes-a') as string,
          approver_selector: { type: 'tenant_policy' },
          ttl_ms: 900000,
          evidence_requirements: ['reason', 'input_snapshot', 'policy_decision'],
          minimum_distinct_principals: 1,
          separation_of_duties: {
            requester_must_differ: false,
            operator_must_differ: false,
            allow_self_approval: false,
          },
        },
        sla: {
          expected_latency_ms: 30000,
          timeout_ms: 900000,
          async_expected: true,
          max_queue_delay_ms: 10000,
          availability_target: '99.9%',
        },
        compensation: { mode: 'rollback_not_supported', requires_approval: true },
      },
    });
  });

  it('G10: credentials in an address are left out', () => {
    const text = JSON.stringify(
      operatorCapability({ id: 'a', baseUrl: 'https://u:CANARY@h:1/x?k=CANARY#CANARY' }),
    );
    expect(text).not.toContain('CANARY');
    expect(text).toContain('https://h:1/x');
  });
});

describe('manifest', () => {
  it('C3: it is JSON, with one capability an endpoint', () => {
    const made = manifest([ENDPOINT, { id: 'b', baseUrl: 'https://b.example' }]);
    expect(JSON.parse(JSON.stringify(made))).toEqual(made);
    expect((made['capabilities'] as JsonObject[]).map(({ id }) => id)).toEqual([
      'cap:hermes_agent:hermes-a:operator',
      'cap:hermes_agent:b:operator',
    ]);
  });

  it('C3: both schemas compile as JSON Schema 2020-12 and take what SPEC 2 and R1 say', () => {
    const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true });
    const capability = operatorCapability(ENDPOINT);
    const input = ajv.compile(capability['input_schema'] as JsonObject);
    const output = ajv.compile(capability['output_schema'] as JsonObject);
    expect(input({ objective: 'x', context: 1, candidate_capabilities: ['c'], constraints: {} })).toBe(true);
    expect(input({ resume: { source_action_id: 'act_1', choice: 'deny', resolve_all: true } })).toBe(true);
    for (const bad of [
      {},
      { objective: '' },
      { objective: 'x', resume: { source_action_id: 'act_1', choice: 'deny' } },
      { objective: 'x', other: 1 },
      { resume: { source_action_id: 'run_1', choice: 'deny' } },
      { resume: { source_action_id: 'act_1', choice: 'maybe' } },
    ]) {
      expect(input(bad), JSON.stringify(bad)).toBe(false);
    }
    const result = {
      endpoint_id: 'a',
      run_id: null,
      session_id: 's',
      source_action_id: 'act_1',
      delegation_id: null,
      parent_action_id: null,
      status: 'completed',
      last_event: 'run.completed',
      pending_approval: null,
      provider: { event: 'run.completed' },
    };
    expect(output(result)).toBe(true);
    expect(output({ ...result, status: 'done' })).toBe(false);
    expect(output({ ...result, extra: 1 })).toBe(false);
  });
});
