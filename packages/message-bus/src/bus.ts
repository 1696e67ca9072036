import type {
  CommandSink,
  CommandSource,
  DeadLetters,
  ErrorReplies,
  MessageReader,
  ProjectionSink,
} from './port.js';

/**
 * All ports of one bus, as the embedded adapters hand them out. Users take the one port they need; only who wires
 * a process holds the whole bus. Ports of one bus share its storage.
 */
export interface MessageBus {
  /** Partitions of every topic; fixed for the life of the bus. */
  readonly partitions: number;
  readonly commandSink: CommandSink;
  /** Reads commands as the group of this name; groups have offsets of their own. */
  commandSource(group: string): CommandSource;
  readonly deadLetters: DeadLetters;
  readonly errorReplies: ErrorReplies;
  /** The writer of one shard; shards have checkpoints of their own. */
  projectionSink(shard: string): ProjectionSink;
  readonly reader: MessageReader;
  /** Ends readers and sources (waiting for their handlers and commits), then frees the storage. Idempotent. */
  close(): Promise<void>;
}
