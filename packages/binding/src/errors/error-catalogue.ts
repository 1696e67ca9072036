import { ACTIVE_ERRORS } from './active-errors.js';
import { RESERVED_ERRORS } from './reserved-errors.js';

/** Every error code of the connector (SPEC 11), in the order of the documentation: first what is produced. */
export const ERROR_CATALOGUE = [...ACTIVE_ERRORS, ...RESERVED_ERRORS] as const;

/** Every code of the catalogue, in full. */
export type OperatorErrorCode = (typeof ERROR_CATALOGUE)[number]['code'];
