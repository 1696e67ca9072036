/** Categories of AIP that this connector uses. */
type Category = 'temporary' | 'permanent' | 'auth' | 'policy' | 'connector' | 'transport';

/** A part of the contract that is not built yet. */
type Feature = 'answers to prompts' | 'cancellation' | 'reconcile' | 'delegation';

/** `reserved`: named by SPEC 11 for a feature that does not exist yet; never produced. */
type Standing = { readonly status: 'active' } | { readonly status: 'reserved'; readonly waitsFor: Feature };

/** One code: how a caller may treat it, what it means and what a person does about it (SPEC 11). */
export type ErrorEntry = Standing & {
  readonly code: string;
  readonly category: Category;
  /** Whether sending the same command again may help. */
  readonly retryable: boolean;
  /** What happened, one line. */
  readonly meaning: string;
  /** What a person does today, one line. */
  readonly action: string;
};
