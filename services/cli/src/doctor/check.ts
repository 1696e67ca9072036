import type { JsonObject } from '@aip-hermes/aip';

/** How a check ended. `warning`: it works, but somebody should know. `problem`: something does not work. */
export type CheckState = 'ok' | 'warning' | 'problem';

/** What is looked at. */
export type CheckArea =
  'program' | 'configuration' | 'data' | 'service' | 'log' | 'bus' | 'clock' | 'endpoint';

/** One finding of `doctor`. Member names are those of `--json`. */
export interface Check {
  readonly area: CheckArea;
  /** The endpoint's id in area `endpoint`; null elsewhere. */
  readonly endpoint_id: string | null;
  /** A stable word for what is looked at; in area `configuration` the path of the key. */
  readonly check: string;
  readonly state: CheckState;
  /** One sentence for a person. */
  readonly text: string;
  /** What to do; null when nothing is to be done. */
  readonly action: string | null;
  /** Whether the problem is that the log, the bus or an endpoint cannot be reached or used (exit code 9). */
  readonly unreachable: boolean;
  /** The values behind the sentence. */
  readonly facts: JsonObject;
}

/** Makes the findings of one area. */
export interface CheckMaker {
  ok(check: string, text: string, facts?: JsonObject): Check;
  warning(check: string, text: string, action: string, facts?: JsonObject): Check;
  /** A configuration or an installation that cannot work (exit code 2). */
  problem(check: string, text: string, action: string, facts?: JsonObject): Check;
  /** The log, the bus or an endpoint cannot be reached or used (exit code 9). */
  unreachable(check: string, text: string, action: string | null, facts?: JsonObject): Check;
}

/** @param endpointId Null outside of area `endpoint`. */
export function checksOf(area: CheckArea, endpointId: string | null = null): CheckMaker {
  const make =
    (state: CheckState, unreachable: boolean) =>
    (check: string, text: string, action: string | null, facts: JsonObject = {}): Check => ({
      area,
      endpoint_id: endpointId,
      check,
      state,
      text,
      action,
      unreachable,
      facts,
    });
  const ok = make('ok', false);
  return {
    ok: (check, text, facts) => ok(check, text, null, facts),
    warning: make('warning', false),
    problem: make('problem', false),
    unreachable: make('problem', true),
  };
}
