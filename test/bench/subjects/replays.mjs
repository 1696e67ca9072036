import { randomUUID } from 'node:crypto';
import { derivedMessageId, formatTimestamp, MESSAGE_TYPES, messageHeaders } from '@aip-hermes/aip';
import { bindingStream } from '@aip-hermes/binding';
import { actionIdOf, commandOf } from './command.mjs';
import { openProduct } from './product.mjs';
import { untilPublished } from './until.mjs';

const NS = 1e9;

/** Commands of one partition that the product decides side by side. */
const SIDE_BY_SIDE = 256;

/** A product with finished Actions, asked again and again for their results: the subject and the baseline of B9. */
export async function openReplays(provider, { actions, replays, directory }) {
  let watching = untilPublished('results', actions);
  const product = await openProduct({
    provider,
    directory,
    onPublished: (records) => watching.onPublished(records),
  });
  const { bus, log } = product;
  await Promise.all(Array.from({ length: actions }, (_, nth) => bus.commandSink.send(commandOf(nth))));
  await watching.full;
  let message = 0;

  return {
    /** From the first command sent to the last result published. */
    async embedded() {
      watching = untilPublished('results', replays);
      const begun = process.hrtime.bigint();
      const sent = Array.from({ length: replays }, (_, nth) =>
        bus.commandSink.send(commandOf(nth % actions, `msg_again_${(message += 1)}`)),
      );
      await Promise.all(sent);
      return (replays / Number((await watching.full) - begun)) * NS;
    },
    async bare() {
      const begun = process.hrtime.bigint();
      for (let done = 0; done < replays; done += SIDE_BY_SIDE) {
        const count = Math.min(SIDE_BY_SIDE, replays - done);
        await Promise.all(
          Array.from({ length: count }, (_, nth) => bareReplay(log, actionIdOf((done + nth) % actions))),
        );
      }
      return (replays / Number(process.hrtime.bigint() - begun)) * NS;
    },
    close: () => product.close(),
  };
}

/** One indexed read, one synced append in a shared commit, one envelope. */
async function bareReplay(log, actionId) {
  const [last] = await log.read(bindingStream(actionId), { direction: 'backwards', limit: 1 });
  const id = randomUUID();
  const event = { id, type: 'BareReplay', data: last.data, metadata: last.metadata };
  const { kind } = await log.append(`bench_replay-${actionId}`, 'any', [event]);
  if (kind !== 'appended') throw new Error(`the append was ${kind}`);
  const envelope = {
    aip_version: '1.0',
    message_type: MESSAGE_TYPES.action_result,
    message_id: derivedMessageId(id, 0),
    sent_at: formatTimestamp(Date.now()),
    body: { action_result: { action_id: actionId, status: 'completed', output: JSON.parse(last.data) } },
    correlation_id: 'corr_bench',
    from: { id: 'agent:hermes_agent:connector', kind: 'agent' },
  };
  const headers = messageHeaders(envelope, { projectionVersion: '1', traceparent: undefined });
  return { value: JSON.stringify(envelope), headers };
}
