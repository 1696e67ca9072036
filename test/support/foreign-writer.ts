import { bindingStream, foldBinding, sealEvents, type BindingEvent } from '@aip-hermes/binding';
import { formatTimestamp } from '@aip-hermes/aip';
import type { World } from './world.js';

/** Appends to a binding's stream as another process would, at its present end. */
export async function appendForeign(
  world: World,
  actionId: string,
  ...events: readonly (BindingEvent | { readonly type: string; readonly data: object })[]
): Promise<void> {
  const stream = bindingStream(actionId);
  const state = foldBinding(await world.log.read(stream));
  if (state === null) throw new Error(`${actionId} has no binding`);
  const { rows } = sealEvents(
    {
      stream,
      attemptId: world.random.uuid(),
      instanceId: 'another-instance',
      recordedAt: formatTimestamp(world.clock.now()),
      correlationId: null,
      causationId: null,
      projection: state.projection,
      previousChain: state.chain,
    },
    events,
  );
  const outcome = await world.log.append(stream, state.revision, rows);
  if (outcome.kind !== 'appended') throw new Error(`the foreign append to ${stream} lost`);
}
