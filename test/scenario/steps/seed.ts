import type { Json } from '@aip-hermes/aip';
import { formatTimestamp } from '@aip-hermes/aip';
import { bindingStream, foldBinding, sealEvents, type BindingState } from '@aip-hermes/binding';
import type { NewEvent, RecordedEvent } from '@aip-hermes/event-log';
import { commandAction } from '../../points/command-action.js';
import type { Script } from '../../support/scripted-provider.js';
import { World as PlainWorld } from '../../support/world.js';
import { jsonText } from '../file/json-text.js';
import type { AppendedEvent, StepOf } from '../file/scenario.js';
import { envelopeBytes } from './deliver.js';
import type { Play } from './play.js';

const RUN_ID = 'run_seed';

type SeedStep = StepOf<'seed'>;

/** `seed`: a binding that an instance which is gone has left in a state, and raw events behind it. */
export async function seed(play: Play, step: SeedStep): Promise<void> {
  const { world } = play;
  const value = envelopeBytes(world, step.message);
  const action = commandAction(value);
  if (action === null) throw new Error('the message of seed names no Action');
  const history = await historyOf(play, value, action, step.state);
  const stream = bindingStream(action);
  const rows = [...history, ...raw(world.random.uuid(), world.scheduler.now(), history, step)];
  const outcome = await world.log.store.append(stream, 'no_stream', rows);
  if (outcome.kind !== 'appended') throw new Error(`${stream} exists already`);
  await world.index.refresh(world.log.store, stream);
  play.seeded.set(action, rows.length);
}

/** Lets the product write the history in a world of its own, which then stops. */
async function historyOf(
  { world }: Play,
  value: Uint8Array,
  action: string,
  state: SeedStep['state'],
): Promise<readonly RecordedEvent[]> {
  if (state === 'cancelling') throw new Error('the product does not have cancellation yet');
  const past = new PlainWorld({
    script: scriptFor(state),
    seed: world.run.seed + 1,
    policy: world.settings.policy,
  });
  await past.boot();
  await past.deliver(value, action);
  let reached = false;
  await past.clock.runUntil(() => {
    void past.binding(action).then((binding) => {
      reached = isIn(binding, state);
    });
    return reached;
  }, 60_000);
  past.crash();
  return past.events(action);
}

function isIn(state: BindingState | null, wanted: SeedStep['state']): boolean {
  if (state === null) return false;
  if (wanted === 'starting') return state.binding.start_claim !== null;
  return state.binding.status === wanted;
}

function scriptFor(state: SeedStep['state']): Script {
  return ({ method, path }) => {
    if (method === 'POST') {
      return state === 'starting'
        ? { silent: true }
        : { status: 202, json: { run_id: RUN_ID, status: 'started' } };
    }
    if (!path.endsWith('/events')) {
      return { status: 200, json: { object: 'hermes.run', run_id: RUN_ID, status: state } };
    }
    const prompt = {
      event: {
        event: 'approval.request',
        run_id: RUN_ID,
        timestamp: 1_790_000_000.5,
        command: 'rm -r build',
      },
    };
    return { frames: state === 'waiting_for_approval' ? [prompt] : [], end: 'open' };
  };
}

/** The raw events, chained to the history. */
function raw(
  attemptId: string,
  nowMs: number,
  history: readonly RecordedEvent[],
  { append }: SeedStep,
): readonly NewEvent[] {
  const state = foldBinding(history);
  if (state === null) throw new Error('the history of the seed is empty');
  let sequence = state.binding.next_sequence;
  const events = append.map((event) => {
    const data = dataOf(event, sequence);
    if (event.dataBytes !== undefined) sequence += 1;
    return { type: event.type, data };
  });
  const { rows } = sealEvents(
    {
      stream: bindingStream(state.binding.action_id),
      attemptId,
      instanceId: state.binding.observation?.instance_id ?? 'gone',
      recordedAt: formatTimestamp(nowMs),
      correlationId: state.source.correlation_id,
      causationId: state.source.message_id,
      projection: state.projection,
      previousChain: state.chain,
    },
    events,
  );
  return rows.map((row, index) => ({ ...row, metadata: metadataOf(row.metadata, append[index]) }));
}

function dataOf({ data = {}, dataBytes }: AppendedEvent, sequence: number): object {
  if (dataBytes === undefined) return JSON.parse(jsonText(data)) as Readonly<Record<string, Json>>;
  const withText = (text: string): object => ({
    sequence,
    event: 'message.delta',
    kind: 'data',
    provider: { event: 'message.delta', run_id: RUN_ID, timestamp: 1_790_000_000.5, delta: text },
  });
  const missing = dataBytes - JSON.stringify(withText('')).length;
  if (missing < 0) throw new Error(`dataBytes ${dataBytes} is less than the event has without text`);
  return withText('x'.repeat(missing));
}

/** Metadata as sealed, with what the step says of its schema. */
function metadataOf(metadata: string, event: AppendedEvent | undefined): string {
  const sealed = JSON.parse(metadata) as object;
  return JSON.stringify({
    ...sealed,
    schema_version: event?.schemaVersion ?? 1,
    ...(event?.ignorable === true ? { ignorable: true } : {}),
  });
}
