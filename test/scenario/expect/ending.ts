import { bindingStream, type BindingState } from '@aip-hermes/binding';
import type { RecordedEvent } from '@aip-hermes/event-log';
import type { InboundRecord } from '@aip-hermes/message-bus';
import { sourceAction, type Play } from '../steps/play.js';
import { publishedMessages, type PublishedMessage } from '../world/published.js';
import type { World } from '../world/world.js';
import { chunkOf, resultOf, type Chunk, type Result } from './replies.js';

/** What can be looked at when the last step is done. */
export interface Ending {
  readonly play: Play;
  readonly world: World;
  /** The output topics, in order of publication. */
  readonly messages: readonly PublishedMessage[];
  /** Action results among them. */
  readonly results: readonly Result[];
  /** Stream chunks among them. */
  readonly chunks: readonly Chunk[];
  readonly deadLetters: readonly InboundRecord[];
}

/** Reads everything that expectations look at. */
export async function endingOf(play: Play): Promise<Ending> {
  const { world } = play;
  const messages = await publishedMessages(world.bus.outputs);
  return {
    play,
    world,
    messages,
    results: messages.flatMap((message) => resultOf(message) ?? []),
    chunks: messages.flatMap((message) => chunkOf(message) ?? []),
    deadLetters: await deadLettersOf(world),
  };
}

/** The source Action of the scenario. @throws when nothing was delivered */
export function sourceOf({ play }: Ending): string {
  return sourceAction(play);
}

/** Events of an Action's binding. */
export function eventsOf({ world }: Ending, actionId: string): readonly RecordedEvent[] {
  return world.index.stream(bindingStream(actionId)).map(({ row }) => row);
}

/** The binding of an Action; null when it has none. */
export function bindingOf({ world }: Ending, actionId: string): BindingState | null {
  return world.index.binding(actionId);
}

async function deadLettersOf(world: World): Promise<readonly InboundRecord[]> {
  const letters: InboundRecord[] = [];
  const { signal } = new AbortController();
  const request = { topics: ['dead_letters'], follow: false, signal } as const;
  for await (const { records } of world.bus.outputs.reader.read(request)) letters.push(...records);
  return letters;
}
