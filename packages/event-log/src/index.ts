export type {
  AppendOutcome,
  EventLog,
  ExpectedRevision,
  NewEvent,
  Position,
  ReadOptions,
  RecordedEvent,
  Retention,
  SubscribeOptions,
  SubscriptionBatch,
} from './port.js';
export { AmbiguousAppend, AppendTooLarge, LogIncompatible, LogUnavailable } from './errors.js';
