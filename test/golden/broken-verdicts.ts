import { auditAll } from '@aip-hermes/audit';
import type { Message, RecordedRow } from '@aip-hermes/binding';
import { createMemoryEventLog } from '@aip-hermes/event-log/memory';
import { createMemoryBus } from '@aip-hermes/message-bus/memory';

/** What the audit says against a log of these rows and a bus of these messages, one line a verdict. */
export async function brokenVerdicts(
  rows: readonly RecordedRow[],
  messages: readonly Message[],
): Promise<readonly string[]> {
  const log = createMemoryEventLog();
  for (const { stream, revision, id, type, data, metadata } of rows) {
    const event = { id, type, data, metadata };
    await log.append(stream, revision === 0 ? 'no_stream' : revision - 1, [event]);
  }
  const bus = createMemoryBus({ partitions: 1 });
  const publishedUpTo = await log.head();
  if (publishedUpTo === null) throw new Error('no rows');
  await bus.projectionSink('0').publish(messages, publishedUpTo, null);
  const broken: string[] = [];
  let audited = 0;
  for await (const { verdicts } of auditAll({ log, reader: bus.reader, publishedUpTo })) {
    audited += 1;
    for (const { guarantee, verdict, why } of verdicts) {
      if (verdict === 'broken') broken.push(`${guarantee}: ${why}`);
    }
  }
  if (audited === 0) throw new Error('nothing was audited');
  return broken;
}
