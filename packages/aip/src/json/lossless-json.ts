import type { JsonNumber } from './json-number.js';

/** A JSON value whose numbers keep their text, so large integers and `1.0` stay what they were. */
export type LosslessJson =
  null | boolean | string | JsonNumber | readonly LosslessJson[] | LosslessJsonObject;

/** An object of lossless values; members are own data properties, `__proto__` included. */
export interface LosslessJsonObject {
  readonly [member: string]: LosslessJson;
}
