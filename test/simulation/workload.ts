import type { SeededRandom } from '../support/seeded-random.js';
import type { World } from '../support/world.js';
import type { Delivered } from './model/facts.js';

/** Kinds of records a workload puts on the command topic. */
export const COMMAND_KINDS = [
  'action',
  'redelivery',
  'replay',
  'changed_input',
  'changed_caller',
  'cancel',
  'resume',
  'bad_id',
  'foreign_type',
  'inexact',
  'not_json',
  'no_envelope',
  'empty',
] as const;
/** One of them. */
export type CommandKind = (typeof COMMAND_KINDS)[number];

/** A record to deliver, and what the model may know of it. */
export interface Drawn {
  readonly kind: CommandKind;
  readonly bytes: Uint8Array;
  readonly key: string | null;
  readonly known: Omit<Delivered, 'partition' | 'offset'>;
}

type Envelope = Record<string, unknown> & { message_id: string };

/** Draws commands: new Actions, and everything that can happen to the Actions that are known. */
export class Workload {
  readonly #random: SeededRandom;
  readonly #world: World;
  readonly #sent: { envelope: Envelope; actionId: string; identity: string }[] = [];
  #actions = 0;

  constructor(world: World, random: SeededRandom) {
    this.#world = world;
    this.#random = random;
  }

  /** A record; `kind` follows what is known so far. */
  draw(kind: CommandKind): Drawn {
    const known = this.#sent.length > 0 ? this.#sent[this.#random.below(this.#sent.length)] : undefined;
    switch (kind) {
      case 'not_json':
        return bad(kind, '{"aip_version": "1.0", ');
      case 'empty':
        return bad(kind, '');
      case 'no_envelope':
        return bad(kind, JSON.stringify({ aip_version: '1.0', hello: this.#random.below(100) }));
      case 'bad_id':
        return this.#bare(kind, this.#action('act bad'), 'act bad');
      case 'foreign_type':
        return this.#foreign();
      case 'inexact':
        return this.#inexact();
      default:
        return known === undefined || kind === 'action' ? this.#fresh() : this.#about(kind, known);
    }
  }

  #fresh(): Drawn {
    this.#actions += 1;
    const actionId = `act_${this.#actions}`;
    const envelope = this.#action(actionId, {
      input: { objective: `Task ${this.#random.below(1_000)}` },
      mode: this.#random.pick(['streaming', 'streaming', 'sync', 'async']),
    });
    const identity = JSON.stringify([bodyOf(envelope)['input'], 'local']);
    this.#sent.push({ envelope, actionId, identity });
    return command('action', envelope, { messageId: envelope.message_id, actionId, identity });
  }

  #about(kind: CommandKind, known: { envelope: Envelope; actionId: string; identity: string }): Drawn {
    const { actionId } = known;
    const own = (envelope: Envelope, identity: string | null): Drawn =>
      command(kind, envelope, { messageId: envelope.message_id, actionId, identity });
    switch (kind) {
      case 'redelivery':
        return own(known.envelope, known.identity);
      case 'replay':
        return own(this.#action(actionId, bodyOf(known.envelope)), known.identity);
      case 'changed_input': {
        const input = { objective: 'Something else', context: { n: this.#random.below(1_000) } };
        const envelope = this.#action(actionId, { ...bodyOf(known.envelope), input });
        return own(envelope, JSON.stringify([input, 'local']));
      }
      case 'changed_caller': {
        const envelope = this.#action(actionId, bodyOf(known.envelope));
        const actor = {
          principal: { id: 'agent:somebody-else', kind: 'agent' },
          scheme: 'bearer',
          issuer: 'sim',
          authenticated_at: envelope['sent_at'],
        };
        const extensions = { 'aip.execution_context.v1': { actor } };
        return own({ ...envelope, extensions }, `${known.identity} somebody else`);
      }
      case 'resume': {
        const input = { resume: { source_action_id: actionId, choice: this.#random.pick(['once', 'deny']) } };
        this.#actions += 1;
        const envelope = this.#action(`act_r${this.#actions}`, { input });
        return command(kind, envelope, { messageId: envelope.message_id, actionId, identity: null });
      }
      default: {
        const target = this.#random.chance(0.8) ? { action: actionId } : { session: 'some-session' };
        const envelope = {
          ...this.#action(actionId),
          message_type: 'aip.core.v1.cancel',
          body: { cancel: { target } },
        };
        return own(envelope, null);
      }
    }
  }

  #foreign(): Drawn {
    const body = { ack: { action_id: 'act_x', status: 'accepted' } };
    const envelope = { ...this.#action('act_x'), message_type: 'aip.core.v1.ack', body };
    const drawn = this.#bare('foreign_type', envelope, '');
    return { ...drawn, known: { ...drawn.known, dead: true } };
  }

  #inexact(): Drawn {
    this.#actions += 1;
    const actionId = `act_${this.#actions}`;
    const drawn = this.#bare('inexact', this.#action(actionId), actionId);
    const text = new TextDecoder().decode(drawn.bytes);
    const bytes = new TextEncoder().encode(text.replace('{"objective"', '{"objective":"twice","objective"'));
    return { ...drawn, bytes, known: { ...drawn.known, bytes } };
  }

  #bare(kind: CommandKind, envelope: Envelope, actionId: string): Drawn {
    return command(kind, envelope, { messageId: envelope.message_id, actionId, identity: null });
  }

  #action(id: string, more: Record<string, unknown> = {}): Envelope {
    const input = { objective: 'Summarise the report' };
    return this.#world.action(id, input, more as Parameters<World['action']>[2]) as Envelope;
  }
}

function bodyOf(envelope: Envelope): Record<string, unknown> {
  return (envelope['body'] as { action: Record<string, unknown> }).action;
}

function command(kind: CommandKind, envelope: Envelope, facts: NonNullable<Delivered['command']>): Drawn {
  const bytes = new TextEncoder().encode(JSON.stringify(envelope));
  return { kind, bytes, key: facts.actionId || null, known: { bytes, command: facts, dead: false } };
}

function bad(kind: CommandKind, text: string): Drawn {
  const bytes = new TextEncoder().encode(text);
  return { kind, bytes, key: null, known: { bytes, command: null, dead: true } };
}
