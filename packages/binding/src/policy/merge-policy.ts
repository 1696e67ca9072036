/**
 * Lays an endpoint's raw policy over the deployment's (SPEC 10): keys of `override` win, lists are replaced
 * whole. Nothing is validated here; what is not an object comes back as it is, for `parsePolicy` to refuse.
 */
export function mergePolicy(base: unknown, override: unknown): unknown {
  if (override === undefined) return base;
  if (base === undefined || !isObject(override)) return override;
  if (!isObject(base)) return base;
  return { ...base, ...override };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
