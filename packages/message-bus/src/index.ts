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
export { BusIncompatible, BusUnavailable, CheckpointMoved } from './errors.js';
