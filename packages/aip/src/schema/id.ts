import { z } from 'zod';

/** An id inside a message: any text, prefixes are not checked there (aip section 2). */
export const id = z.string();
