import type { Json } from '@aip-hermes/aip';
import type { World } from './world.js';

/** A published action_result, as a consumer sees it. */
export interface PublishedResult {
  readonly action_id: string;
  readonly status: string;
  readonly output?: Readonly<Record<string, Json>>;
  readonly message?: readonly Readonly<Record<string, Json>>[];
  readonly error?: {
    readonly code: string;
    readonly message: string;
    readonly details?: Readonly<Record<string, Json>>;
  };
}

/** The published action results about one Action, in order. */
export async function resultsOf(world: World, actionId: string): Promise<readonly PublishedResult[]> {
  const bodies = await world.results();
  const results = bodies.flatMap((body) =>
    'action_result' in body ? [body['action_result'] as unknown as PublishedResult] : [],
  );
  return results.filter((result) => result.action_id === actionId);
}

/** The one published action result about an Action; fails when there are none or several. */
export async function resultOf(world: World, actionId: string): Promise<PublishedResult> {
  const results = await resultsOf(world, actionId);
  const [result] = results;
  if (result === undefined || results.length > 1)
    throw new Error(`${results.length} results for ${actionId}`);
  return result;
}

/** The data of the binding's events of one type. */
export async function eventsOf(
  world: World,
  actionId: string,
  type: string,
): Promise<readonly Record<string, Json>[]> {
  const events = await world.events(actionId);
  return events
    .filter((event) => event.type === type)
    .map((event) => JSON.parse(event.data) as Record<string, Json>);
}
