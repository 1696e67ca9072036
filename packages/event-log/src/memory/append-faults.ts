import type { AppendOutcome, NewEvent } from '../port.js';

/**
 * Hooks of a test into the memory log's appends. What a hook throws is what the append throws (`LogUnavailable`
 * before, `AmbiguousAppend` after); a promise it returns holds the append until it settles.
 */
export interface AppendFaults {
  /** Before anything is looked at or written. */
  beforeAppend?(stream: string, events: readonly NewEvent[]): Promise<void> | void;
  /** After the outcome stands, before the caller learns of it. */
  afterAppend?(stream: string, events: readonly NewEvent[], outcome: AppendOutcome): Promise<void> | void;
}
