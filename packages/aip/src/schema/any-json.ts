import { z } from 'zod';
import type { Json } from '../json/json.js';

/** Free JSON, passed on untouched. It must be present unless made optional; `null` is a value. */
export const anyJson = z.unknown() as unknown as z.ZodType<Json>;
