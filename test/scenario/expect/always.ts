import { auditAction } from '@aip-hermes/audit';
import { bindingStream, publishableMessages, type Message } from '@aip-hermes/binding';
import type { RecordedEvent } from '@aip-hermes/event-log';
import type { Ending } from './ending.js';
import { schemaProblem } from './message-schema.js';

/**
 * What must be true at the end of every scenario without being named (cases section 3): the guarantees that an audit can
 * judge, the key nowhere, valid messages, and a log that yields exactly what was published.
 */
export async function alwaysBroken(ending: Ending): Promise<readonly string[]> {
  return [
    ...(await guarantees(ending)),
    ...keyFound(ending),
    ...invalidMessages(ending),
    ...underivable(ending),
    ...tooManyStarts(ending),
    ...ending.world.provider.problems,
  ];
}

async function guarantees({ world, play }: Ending): Promise<readonly string[]> {
  const broken: string[] = [];
  const ids = new Set([...world.index.actions, ...play.sources, ...play.resumes]);
  for (const actionId of ids) {
    const audit = await auditAction({
      log: world.log.store,
      reader: world.bus.outputs.reader,
      actionId,
      secrets: [world.settings.apiKey],
    });
    for (const { guarantee, verdict, why } of audit?.verdicts ?? []) {
      if (guarantee === 'G12' && play.seeded.has(actionId)) continue;
      if (verdict === 'broken') broken.push(`${guarantee} is broken for ${actionId}: ${why}`);
    }
  }
  return broken;
}

/** G1 as the provider saw it. */
function tooManyStarts({ world }: Ending): readonly string[] {
  const starts = world.provider.requests.filter(
    ({ method, path }) => method === 'POST' && path === '/v1/runs',
  );
  const actions = starts.map((request) => world.actionOf(request));
  const repeated = actions.filter((action, index) => action !== null && actions.indexOf(action) !== index);
  return [...new Set(repeated)].map((action) => `G1 is broken: ${action} was started more than once`);
}

function keyFound({ world, messages }: Ending): readonly string[] {
  const places: readonly (readonly [string, string])[] = [
    ...world.captured.lines.map(({ text }) => ['a log line', text] as const),
    ...world.index.events.map(({ row }) => [`event ${row.type}`, row.data + row.metadata] as const),
    ...messages.map(({ text, headers }) => ['a message', text + JSON.stringify(headers)] as const),
    ...world.endedUnasked.map(({ exit }) => ['an error', String(exit?.error)] as const),
  ];
  const found = places.filter(([, text]) => text.includes(world.settings.apiKey)).map(([place]) => place);
  return [...new Set(found)].map((place) => `G10 is broken: the API key is in ${place}`);
}

function invalidMessages({ messages }: Ending): readonly string[] {
  return messages.flatMap(({ text, messageId }) => {
    const problem = schemaProblem(text);
    return problem === null ? [] : [`the published message ${messageId ?? '?'} is not valid: ${problem}`];
  });
}

/** G12 over everything: what the log yields is what was published, each message once. */
function underivable(ending: Ending): readonly string[] {
  const published = publishedTexts(ending);
  const derived = derivedTexts(ending, new Set(published));
  const missing = surplus(derived, published);
  const foreign = surplus(published, derived);
  // Whoever stops before all is settled leaves the rest to the next start.
  const isComplete = ending.world.run.scenario.steps.at(-1)?.do === 'settle';
  return [
    ...(missing.length > 0 && isComplete
      ? [`G12: ${missing.length} messages are not published: ${missing[0]}`]
      : []),
    ...(foreign.length > 0
      ? [`G12: ${foreign.length} published messages are not of the log: ${foreign[0]}`]
      : []),
  ];
}

/** Messages of the projector that a reader sees, streams with a seed left out. */
function publishedTexts({ world, play, messages }: Ending): readonly string[] {
  const seeded = new Set<string | null>(play.seeded.keys());
  return messages
    .filter(({ key, messageId }) => !seeded.has(key) && !world.bus.repliedDirectly.has(messageId ?? ''))
    .map(({ topic, key, headers, text }) => textOf({ topic, key, headers, value: text } as Message));
}

/** What the log yields. A message that the broker refused for its size counts as its substitute (DESIGN 7). */
function derivedTexts({ world, play }: Ending, published: ReadonlySet<string>): readonly string[] {
  const seeded = new Set([...play.seeded.keys()].map(bindingStream));
  return world.index.events
    .filter(({ row }) => !seeded.has(row.stream))
    .flatMap(({ row }) => {
      const substitutes = messagesOf(row, 0);
      return messagesOf(row, world.settings.maxMessageBytes).map((text, index) => {
        const substitute = substitutes[index];
        return published.has(text) || substitute === undefined || !published.has(substitute)
          ? text
          : substitute;
      });
    });
}

function messagesOf(row: RecordedEvent, maxMessageBytes: number): readonly string[] {
  const publication = publishableMessages(row, maxMessageBytes);
  return publication.kind === 'messages' ? publication.messages.map(textOf) : [];
}

function textOf({ topic, key, headers, value }: Message): string {
  const sorted = Object.entries(headers).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([topic, key, sorted, value]);
}

/** What `of` has more often than `other`. */
function surplus(of: readonly string[], other: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const text of other) left.set(text, (left.get(text) ?? 0) + 1);
  return of.filter((text) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
}
