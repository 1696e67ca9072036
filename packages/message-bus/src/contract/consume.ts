import type { MessageBus } from '../bus.js';
import type { CommandBatch, InboundRecord } from '../port.js';
import { textOf } from './read-all.js';

/** Decides every record of a batch. */
export function decideAll(batch: CommandBatch): Promise<void> {
  for (const { offset } of batch.records) batch.decided(offset);
  return Promise.resolve();
}

/** Runs a source of `group` until it delivered `count` records (again counted again), and stops it. */
export async function consume(
  bus: MessageBus,
  group: string,
  count: number,
  handle: (batch: CommandBatch) => Promise<void> = decideAll,
): Promise<InboundRecord[]> {
  const source = bus.commandSource(group);
  const stop = new AbortController();
  const delivered: InboundRecord[] = [];
  await source.run(async (batch) => {
    delivered.push(...batch.records);
    if (delivered.length >= count) stop.abort();
    await handle(batch);
  }, stop.signal);
  await source.close();
  return delivered;
}

/** Sends commands of one key, so all are in one partition; the values are '0', '1' and so on. */
export async function sendNumbered(bus: MessageBus, key: string, count: number, from = 0): Promise<void> {
  for (let index = from; index < from + count; index += 1) {
    await bus.commandSink.send({ key, value: Buffer.from(String(index)), headers: {} });
  }
}

/** What a group still gets, without waiting for more: everything before a marker that is sent now. */
export async function leftFor(bus: MessageBus, group: string, key: string): Promise<string[]> {
  await bus.commandSink.send({ key, value: Buffer.from('marker'), headers: {} });
  const left: string[] = [];
  const stop = new AbortController();
  const source = bus.commandSource(group);
  await source.run((batch) => {
    left.push(...batch.records.map(textOf));
    if (left.includes('marker')) stop.abort();
    return decideAll(batch);
  }, stop.signal);
  await source.close();
  return left.filter((text) => text !== 'marker');
}
