import type { JsonObject } from '@aip-hermes/aip';
import type { BindingEvent } from '../events/binding-event.js';
import type { ChunkKind } from '../events/observation.js';
import { redactText } from '../redaction/redact-text.js';
import { isTerminal, type BindingState } from '../state.js';
import { append, nothing, type StreamDecision } from './decision.js';
import { endRun, type ProviderEnding } from './end-run.js';
import { MAX_PROMPTS, quotaFor } from './event-quota.js';
import { FOREIGN_EVENT, foreignEvent, isForeign } from './foreign-event.js';
import { openPrompt, requestIdOf } from './open-prompt.js';
import { keepProvider, type ProviderLimits } from './provider-says.js';

/** An event as the provider client read it. */
export interface SeenEvent {
  readonly name: string;
  readonly data: JsonObject;
}

/** Provider event name -> chunk kind (SPEC O2); everything else is progress. A Map: names are untrusted (C90). */
const KINDS: ReadonlyMap<string, ChunkKind> = new Map([
  ['message.delta', 'data'],
  ['reasoning.available', 'thought'],
  ['tool.started', 'tool'],
  ['tool.completed', 'tool'],
]);

const ENDINGS: ReadonlyMap<string, ProviderEnding> = new Map([
  ['run.completed', 'completed'],
  ['run.failed', 'failed'],
  ['run.cancelled', 'cancelled'],
]);

/**
 * Fence 6: what one read of the stream brought, in order, up to and including the first terminal event (SPEC B6, O2,
 * O4, A1). When somebody else has claimed the observation only a terminal event is still worth recording. An event of
 * another run is progress, whatever its name: never an end, a prompt or text of this one (G4, G8).
 */
export function recordEvents(
  state: BindingState,
  claimId: string,
  seen: readonly SeenEvent[],
  limits: ProviderLimits,
): StreamDecision {
  if (isTerminal(state.binding.status)) return nothing('the run has ended');
  const mine = state.binding.observation?.claim_id === claimId;
  const batch = new Batch(state, limits);
  for (const event of seen) {
    if (isForeign(event, state.binding.run_id)) {
      if (mine) batch.addForeign(event);
      continue;
    }
    const ending = ENDINGS.get(event.name);
    if (ending !== undefined) {
      batch.end(ending, event.data);
      break;
    }
    if (mine) batch.add(event);
  }
  return batch.events.length === 0 ? nothing('nothing in it is recorded') : append(...batch.events);
}

/** Events in preparation: counts sequence and provider events ahead of the folded state. */
class Batch {
  readonly events: BindingEvent[] = [];
  readonly #state: BindingState;
  readonly #limits: ProviderLimits;
  #sequence: number;
  #recorded: number;
  #limited: boolean;
  #generation: number;
  readonly #openRequestIds: Set<string>;
  /** Once a prompt of this batch has settled the open invocations, none is left for the next one. */
  #settled = false;

  constructor(state: BindingState, limits: ProviderLimits) {
    this.#state = state;
    this.#limits = limits;
    this.#sequence = state.binding.next_sequence;
    this.#recorded = state.providerEvents;
    this.#limited = state.eventsLimited;
    this.#generation = state.binding.approval_generation;
    const ids = state.binding.open_prompts.map((prompt) => prompt.request_id);
    this.#openRequestIds = new Set(ids.filter((id) => id !== null));
  }

  add(event: SeenEvent): void {
    if (!this.#fits(event.name)) return;
    if (event.name === 'approval.request') {
      this.#prompt(event);
      return;
    }
    this.#observe(ownName(event.name), KINDS.get(event.name) ?? 'progress', event.data);
  }

  addForeign({ name, data }: SeenEvent): void {
    if (this.#fits(FOREIGN_EVENT))
      this.#observe(FOREIGN_EVENT, 'progress', foreignEvent(name, data, this.#limits.secrets));
  }

  end(ending: ProviderEnding, said: JsonObject): void {
    const place = { sequence: this.#sequence, seenBy: 'stream' } as const;
    const settled = this.#settled ? { ...this.#state, invocations: new Map() } : this.#state;
    this.events.push(endRun(settled, ending, said, this.#limits, place));
  }

  /** Says once that events are limited (SPEC O4). */
  #fits(name: string): boolean {
    const counted = {
      recorded: this.#recorded,
      maxEvents: this.#limits.max_events,
      saidLimited: this.#limited,
    };
    const quota = quotaFor(name, counted);
    if (quota === 'say') this.#sayLimited();
    return quota === 'record';
  }

  #prompt(event: SeenEvent): void {
    const requestId = requestIdOf(event.data, this.#limits.secrets);
    if (requestId !== null && this.#openRequestIds.has(requestId)) {
      this.#observe(event.name, 'pending_approval', event.data);
      return;
    }
    if (this.#generation >= MAX_PROMPTS) {
      this.#observe(event.name, 'progress', event.data);
      return;
    }
    this.#generation += 1;
    if (requestId !== null) this.#openRequestIds.add(requestId);
    const settled = this.#settled ? { ...this.#state, invocations: new Map() } : this.#state;
    const place = { sequence: this.#sequence, generation: this.#generation, seenBy: 'stream' } as const;
    this.events.push(openPrompt(settled, event.data, this.#limits, place));
    this.#sequence += 1;
    this.#settled = this.#state.binding.status !== 'cancelling';
  }

  #observe(name: string, kind: ChunkKind, data: JsonObject): void {
    const { max_event_data_bytes, secrets } = this.#limits;
    const kept = keepProvider(data, max_event_data_bytes, secrets);
    const event = redactText(name, secrets).slice(0, MAX_NAME_CHARS);
    this.events.push({
      type: 'ProviderEventObserved',
      data: { sequence: this.#sequence, event, kind, ...kept },
    });
    this.#sequence += 1;
    this.#recorded += 1;
  }

  #sayLimited(): void {
    this.#limited = true;
    const limit = this.#limits.max_events;
    this.events.push({
      type: 'ProviderEventObserved',
      data: {
        sequence: this.#sequence,
        event: 'connector.events_limited',
        kind: 'progress',
        provider: {
          event: 'connector.events_limited',
          max_events: limit,
          message: `More than ${limit} events; from here on only approval.* and run.* events are recorded.`,
        },
      },
    });
    this.#sequence += 1;
  }
}

/** An event name is provider text; the recorded one is redacted and capped. */
const MAX_NAME_CHARS = 200;

/** Names of the connector's own events are not the provider's to use: the fold gives them a meaning. */
function ownName(name: string): string {
  return name.startsWith('connector.') ? `provider.${name}` : name;
}
