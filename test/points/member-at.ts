/** The member of a JSON text at a path; undefined when it has none or is no JSON. */
export function memberAt(json: string, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, member) => {
    if (typeof value !== 'object' || value === null) return undefined;
    return Object.getOwnPropertyDescriptor(value, member)?.value;
  }, parsed(json));
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}
