import { isJsonArray, isJsonObject, pythonJson, type Json } from '../json.js';

/** Routes whose answer has more in a derived build than upstream ever had: metrics, ports, extra capabilities. */
const ROUTES_WITH_MORE = /^\/(health\/detailed|v1\/capabilities)$/;

/** A recorded answer without the keys the simulated one does not have, where the route is one of those. */
export function projected(path: string, recorded: string, simulated: string): string {
  if (!ROUTES_WITH_MORE.test(path)) return recorded;
  try {
    return pythonJson(project(JSON.parse(recorded) as Json, JSON.parse(simulated) as Json));
  } catch {
    return recorded;
  }
}

function project(recorded: Json, simulated: Json): Json {
  if (isJsonArray(recorded) || isJsonArray(simulated)) return recorded;
  if (!isJsonObject(recorded) || !isJsonObject(simulated)) return recorded;
  // In the order of the simulated keys: what is missing in the recording stays missing.
  return Object.fromEntries(
    Object.entries(simulated).flatMap(([key, value]) => {
      const found = recorded[key];
      return found === undefined ? [] : [[key, project(found, value)] as const];
    }),
  );
}
