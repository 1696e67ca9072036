/** The start fence is taken (SPEC S1). `expires_at` is informative: time is measured from the append. */
export interface RunStartClaimed {
  readonly claim_id: string;
  readonly instance_id: string;
  readonly claimed_at: string;
  readonly expires_at: string;
}

/** The provider accepted the run under this id (SPEC S4). `replayed`: what the provider said, null: nothing. */
export interface RunBound {
  readonly claim_id: string;
  readonly run_id: string;
  readonly replayed: boolean | null;
}
