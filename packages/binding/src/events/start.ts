/** The start fence is taken (SPEC S1). `expires_at` is informative: time is measured from the append. */
export interface RunStartClaimed {
  /** UUID of the claim. */
  readonly claim_id: string;
  /** The process that may send the start. */
  readonly instance_id: string;
  /** RFC 3339. */
  readonly claimed_at: string;
  /** RFC 3339; informative: time is measured from the append. */
  readonly expires_at: string;
}

/** The provider accepted the run under this id (SPEC S4). `replayed`: what the provider said, null: nothing. */
export interface RunBound {
  /** The claim under which it was started. */
  readonly claim_id: string;
  /** Hermes' id of the run. */
  readonly run_id: string;
  /** Whether the provider says that it knew the request already; null: it says nothing. */
  readonly replayed: boolean | null;
}
