/** The bus cannot be reached or used now; nothing was stored. `message` says what a person can do. */
export class BusUnavailable extends Error {
  readonly code = 'message_bus.unavailable';
  override readonly name = 'BusUnavailable';
}

/** Another projector published since the position was read: stop, or read the position again. */
export class CheckpointMoved extends Error {
  readonly code = 'message_bus.checkpoint_moved';
  override readonly name = 'CheckpointMoved';
}

/** The bus file or broker cannot be used by this build (a newer schema, a foreign file). */
export class BusIncompatible extends Error {
  readonly code = 'message_bus.incompatible';
  override readonly name = 'BusIncompatible';
}

/** A record is larger than the bus takes; nothing was stored. A later try with the same record fails again. */
export class RecordTooLarge extends Error {
  readonly code = 'message_bus.record_too_large';
  override readonly name = 'RecordTooLarge';
  /** Which record of the call, counted from 0. */
  readonly index: number;

  constructor(message: string, index: number) {
    super(message);
    this.index = index;
  }
}
