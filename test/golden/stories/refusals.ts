import type { Json } from '@aip-hermes/aip';
import {
  cancel,
  context,
  delegationRequest,
  type CallerFacts,
  type Members,
} from '../../support/commands.js';
import { provider } from '../../support/happy-run.js';
import { World, type WorldOptions } from '../../support/world.js';
import type { Scene } from './scene.js';

const NOW = '2026-07-09T00:00:00Z';

/** Delivers messages one after the other, each decided and driven to its end before the next. */
function told(make: (world: World) => readonly Members[], options: Partial<WorldOptions> = {}): Scene {
  return async () => {
    const world = new World({ script: provider(), ...options });
    await world.boot();
    for (const message of make(world)) {
      await world.deliver(message);
      await world.settle();
    }
    return world;
  };
}

/** An Action with this input is refused. */
function badInput(input: Json, more: Members = {}): Scene {
  return told((world) => [world.action('act_1', input, more)]);
}

/** An Action with what ingress says of its caller. */
function inContext(facts: CallerFacts): Scene {
  return told((world) => [{ ...world.action('act_1'), ...context(facts) }]);
}

/** A cancel with a message id of its own, so that a recording does not hang on what was recorded before. */
function cancelOf(world: World, target: string): Members {
  return cancel(world, { action: target }, { message_id: 'msg_cancel', correlation_id: 'corr_cancel' });
}

function delegated(facts: CallerFacts | null): Scene {
  return told((world) => [
    {
      ...delegationRequest(world, 'act_child'),
      ...(facts === null ? {} : context(facts)),
      message_id: 'msg_delegate',
      correlation_id: 'corr_delegate',
    },
  ]);
}

/** Commands that are refused, by the reply they get and why. */
export const REFUSALS: Readonly<Record<string, Scene>> = {
  'refused-input': badInput({ objective: ' ' }),
  'refused-input-async': badInput({ objective: ' ' }, { mode: 'async' }),
  'refused-without-key': badInput({ objective: 'x' }, { idempotency_key: null }),
  'refused-id-of-odd-text': told((world) => [world.action('act_é/\u0000')]),
  'refused-long-id': told((world) => [world.action(`act_${'x'.repeat(600)}`)]),
  'refused-without-approval': told((world) => [world.action('act_1')], {
    policy: { require_action_approval: true },
  }),
  'refused-unknown-capability': badInput(
    { objective: 'x' },
    { capability_id: 'cap:hermes_agent:other:operator' },
  ),
  'refused-collision': told((world) => [
    world.action('act_1'),
    world.action('act_1', { objective: 'Other work' }),
  ]),
  'refused-other-tenant': told((world) => [
    world.action('act_1'),
    { ...world.action('act_1'), ...context({ tenant: 'tenant-other' }) },
  ]),
  'refused-deadline-passed': inContext({ deadline: NOW }),
  'refused-approval-expired': inContext({ approvalUntil: NOW }),
  'refused-authentication-expired': inContext({ authenticatedUntil: NOW }),
  'refused-membership-expired': inContext({ memberUntil: NOW }),
  'refused-credential-expired': inContext({ credentialUntil: NOW }),
  'refused-delegation': delegated(null),
  'refused-delegation-membership-expired': delegated({ memberUntil: NOW }),
  'refused-answer-to-nothing': badInput({ resume: { source_action_id: 'act_0', choice: 'once' } }),
  'refused-cancel-of-nothing': told((world) => [cancelOf(world, 'act_never')]),
  'refused-cancel-of-ended': told((world) => [world.action('act_1'), cancelOf(world, 'act_1')]),
};

/** What a caller says of an exchange comes back with its replies. */
export const ADDRESSES: Readonly<Record<string, Scene>> = {
  'addressed-back': told((world) => {
    const { extensions } = context({ principal: 'agent:real', tenant: 'tenant-real' });
    const [[name, value] = ['', {}]] = Object.entries(extensions as Members);
    const trace = { trace_id: '0af7651916cd43dd8448eb211c80319c', span_id: 'b7ad6b7169203331' };
    return [
      {
        ...world.action('act_1'),
        session_id: 'session-7',
        extensions: { [name]: { ...(value as Members), trace } },
      },
    ];
  }),
};
