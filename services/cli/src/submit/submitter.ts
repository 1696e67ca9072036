import type { Principal } from '@aip-hermes/aip';

/** Who submits, with clock and ids. */
export interface Submitter {
  /** `from` of envelopes made here. */
  readonly principal: Pick<Principal, 'id' | 'kind'>;
  readonly nowMs: () => number;
  /** A UUID of version 7. */
  readonly uuid: () => string;
}
