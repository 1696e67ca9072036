/** Stands where a credential stood. */
export const MASK = '[redacted]';
