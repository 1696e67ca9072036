import type { JsonObject } from '../json.js';

/** A tool call whose arguments are an object. */
export interface ReadCall {
  readonly id: string;
  readonly name: string;
  readonly args: JsonObject;
}

/** A text argument of a call, '' when it is absent or no text. */
export function textArgument(call: ReadCall, name: string): string {
  const value = call.args[name];
  return typeof value === 'string' ? value : '';
}
