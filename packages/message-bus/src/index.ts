export type {
  CommandBatch,
  CommandSink,
  CommandSource,
  DeadLetterReason,
  DeadLetters,
  ErrorReplies,
  Headers,
  InboundRecord,
  MessageReader,
  OutboundRecord,
  ProjectionSink,
  PublishedRecord,
  ReadRequest,
  Topic,
} from './port.js';
export type { BackOff } from './back-off.js';
export type { MessageBus } from './bus.js';
export { BusIncompatible, BusUnavailable, CheckpointMoved, RecordTooLarge } from './errors.js';
