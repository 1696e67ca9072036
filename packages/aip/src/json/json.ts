/** Any plain JSON value. Numbers are doubles; see `LosslessJson` for the form that keeps number text. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A plain JSON object. A member may be named `__proto__`: it is own data and never reaches a prototype. */
export interface JsonObject {
  readonly [member: string]: Json;
}
