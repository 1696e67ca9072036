import { z } from 'zod';
import { record } from '../schema/record.js';

/** Evidence shown to an approver (aip section 6). */
export const evidenceArtifactSchema = record({
  id: z.string(),
  kind: z.string(),
  uri: z.string().nullish(),
  hash: z.string().nullish(),
  redacted: z.boolean(),
});

/** Evidence shown to an approver (aip section 6). */
export type EvidenceArtifact = z.infer<typeof evidenceArtifactSchema>;
