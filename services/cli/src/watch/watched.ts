import {
  decodeEvent,
  isOperatorActionId,
  bindingStream,
  messageKey,
  rejectionStream,
  resumeStream,
} from '@aip-hermes/binding';
import type { EventLog } from '@aip-hermes/event-log';
import type { InboundRecord, MessageBus } from '@aip-hermes/message-bus';
import { rawCommandOf } from '../submit/command-of.js';

/** What is known of an id before anything is followed. */
export interface Watched {
  readonly id: string;
  /** Key of the id's own messages. */
  readonly key: string;
  /** For a resume: the source, under whose key its replies are published too. */
  readonly sourceKey: string | null;
  /** Message ids of commands about the id that lie on the bus and did not become dead letters, as they were sent. */
  readonly commands: ReadonlySet<string>;
}

/** Where an id is looked for; null where nothing was written yet. */
interface WatchedStore {
  readonly log: EventLog | null;
  readonly bus: MessageBus | null;
}

/** Finds an id in the log, on the bus or among the commands nobody took yet; null when there is no trace of it. */
export async function findWatched({ log, bus }: WatchedStore, id: string): Promise<Watched | null> {
  const key = messageKey(id);
  const source = log === null ? null : await sourceOfResume(log, id);
  const sent = bus === null ? [] : await commandsOf(bus, id, [key, ...(source === null ? [] : [source])]);
  const watched = (keyOfResume: string | null, commands: readonly SentCommand[]): Watched => ({
    id,
    key,
    sourceKey: keyOfResume,
    commands: new Set(commands.map(({ messageId }) => messageId)),
  });
  const isKnown =
    source !== null ||
    sent.length > 0 ||
    (log !== null && (await isInLog(log, id))) ||
    (bus !== null && (await hasRecords(bus, key)));
  if (isKnown) return watched(source, sent);
  // A resume nobody took yet lies under its source's key: only a look at all commands finds it.
  const far = bus === null ? [] : await commandsOf(bus, id, null);
  const [first] = far;
  return first === undefined ? null : watched(first.key === key ? null : first.key, far);
}

/** The source Action of a taken resume; null when the id is none. @throws LogUnavailable */
export async function sourceOfResume(log: EventLog, id: string): Promise<string | null> {
  if (!isOperatorActionId(id)) return null;
  const [row] = await log.read(resumeStream(id), { limit: 1 });
  const decoded = row === undefined ? null : decodeEvent(row);
  return decoded?.kind === 'beside' && decoded.event.type === 'ResumeReceived'
    ? decoded.event.data.source_action_id
    : null;
}

/** Whether the id has a binding or a refusal in the log. @throws LogUnavailable */
export async function isInLog(log: EventLog, id: string): Promise<boolean> {
  const streams = [rejectionStream(id), ...(isOperatorActionId(id) ? [bindingStream(id)] : [])];
  const pages = await Promise.all(streams.map((stream) => log.read(stream, { limit: 1 })));
  return pages.some((rows) => rows.length > 0);
}

async function hasRecords(bus: MessageBus, key: string): Promise<boolean> {
  for await (const { records } of readNow(bus, ['stream_chunks', 'results'], key)) {
    if (records.length > 0) return true;
  }
  return false;
}

interface SentCommand {
  readonly messageId: string;
  readonly key: string | null;
}

/** Commands about the id under these keys; null: under any key. */
async function commandsOf(
  bus: MessageBus,
  id: string,
  keys: readonly string[] | null,
): Promise<readonly SentCommand[]> {
  const needle = Buffer.from(JSON.stringify(id));
  const found = new Map<string, SentCommand>();
  const dead = new Set<string>();
  for (const key of keys ?? [undefined]) {
    for await (const { records } of readNow(bus, ['commands', 'dead_letters'], key)) {
      for (const record of records) {
        if (record.topic === 'dead_letters') dead.add(originOf(record));
        const command = record.topic === 'commands' ? commandAbout(record, id, needle) : null;
        if (command !== null) found.set(`${record.partition}/${record.offset}`, command);
      }
    }
  }
  return [...found].filter(([place]) => !dead.has(place)).map(([, command]) => command);
}

/** The command when it is about the id. The bytes are searched first: parsing every command would be slow. */
function commandAbout({ key, value }: InboundRecord, id: string, needle: Buffer): SentCommand | null {
  if (value === null || !Buffer.from(value.buffer, value.byteOffset, value.byteLength).includes(needle))
    return null;
  const { action_id, message_id } = rawCommandOf(value);
  return action_id === id && message_id !== null ? { messageId: message_id, key } : null;
}

function originOf({ headers }: InboundRecord): string {
  return `${headers['aip-dead-letter-partition'] ?? ''}/${headers['aip-dead-letter-offset'] ?? ''}`;
}

function readNow(
  bus: MessageBus,
  topics: readonly InboundRecord['topic'][],
  key: string | undefined,
): ReturnType<MessageBus['reader']['read']> {
  return bus.reader.read({ topics, key, follow: false, signal: new AbortController().signal });
}
