import { z } from 'zod';
import { parseTimestamp } from '../timestamp.js';

/** Marks a problem of the AIP decoder, which the published schemas do not express. */
export const TIMESTAMP_PROBLEM = 'not an RFC 3339 timestamp';

/** A typed timestamp, kept as text so no digit is lost (aip section 3). */
export const timestamp = z.string().refine((text) => parseTimestamp(text) !== null, TIMESTAMP_PROBLEM);
