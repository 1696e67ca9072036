/** The guarantees of DESIGN 8. */
export type Guarantee =
  'G1' | 'G2' | 'G3' | 'G4' | 'G5' | 'G6' | 'G7' | 'G8' | 'G9' | 'G10' | 'G11' | 'G12' | 'G13';

/** What the evidence says about one guarantee (SPEC E1). `why` is for a person and repeats no payload. */
export interface Verdict {
  readonly guarantee: Guarantee;
  readonly verdict: 'holds' | 'broken' | 'not_checkable';
  readonly why: string;
}
