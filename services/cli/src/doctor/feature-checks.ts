import type { Check, CheckMaker } from './check.js';

/** What an endpoint says it can do: member name to value, untrusted. */
export type Features = Readonly<Record<string, unknown>>;

interface Meaning {
  /** What follows for this connector when the feature is there. */
  readonly there: string;
  /** What follows when it is not. */
  readonly missing: string;
  /** Without it the endpoint cannot be used at all. */
  readonly needed: boolean;
}

/** The features the connector uses, in the order of a run. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  run_submission: {
    there: 'runs can be started',
    missing: 'no run can be started here',
    needed: true,
  },
  run_status: {
    there: 'the state of a run can be read, also after its event stream broke or this service was restarted',
    missing: 'the end of a run cannot be read once its event stream breaks; such runs end as outcome unknown',
    needed: true,
  },
  run_events_sse: {
    there: 'live chunks: text, thoughts and tools are published as they happen',
    missing: 'no live chunks: runs are followed by polling, and only their state and end are seen',
    needed: false,
  },
  run_stop: {
    there: 'a run can be asked to stop',
    missing: 'a run cannot be stopped: after a time-out or a cancel it may go on working there',
    needed: false,
  },
  approval_events: {
    there: 'a question of a run is announced with its text (whether Hermes asks at all is its own setting)',
    missing: 'questions of a run are not announced: that it waits is seen by polling, without the question',
    needed: false,
  },
  run_approval_response: {
    there: 'a question of a run can be answered over the API',
    missing: 'questions of a run cannot be answered over the API: it waits until Hermes gives up',
    needed: false,
  },
};

/** What each declared capability means here, and what follows from each missing one (SPEC C4). */
export function featureChecks(features: Features, make: CheckMaker): readonly Check[] {
  const used = Object.entries(MEANINGS).map(([name, meaning]) => featureCheck(name, meaning, features, make));
  return [...used, idempotency(features, make), promptIds(features, make)];
}

function featureCheck(
  name: string,
  { there, missing, needed }: Meaning,
  features: Features,
  make: CheckMaker,
): Check {
  if (isListed(features[name])) return make.ok(name, `Listed: ${there}.`, { listed: true });
  const text = `Not listed: ${missing}.`;
  const facts = { listed: false };
  return needed
    ? make.problem(name, text, 'Use a Hermes of release 0.19 or later at this address.', facts)
    : make.warning(name, text, 'Upgrade that Hermes, or live with it.', facts);
}

/** The connector needs neither of the two: what is missing is told, but is no fault. */
function idempotency(features: Features, make: CheckMaker): Check {
  const value = features['runs_idempotency'];
  const listed = isListed(value);
  const durable = listed && isRecord(value) && value['durable'] === true;
  const how = durable
    ? 'Hermes keeps the key of a start over its own restart, so a start that is sent twice runs once'
    : listed
      ? 'Hermes keeps the key of a start until its own restart, so a start that is sent twice runs once until then'
      : 'Not listed: Hermes would run a start that is sent twice two times';
  const text = `${how}. The connector sends each start at most once and does not rely on it; a start whose answer is lost ends as outcome unknown.`;
  return make.ok('runs_idempotency', text, { listed, durable });
}

/** No feature says it; releases with `runs_idempotency` have it. */
function promptIds(features: Features, make: CheckMaker): Check {
  const named = isListed(features['runs_idempotency']);
  const text = named
    ? 'An answer can name its question by request_id, so it cannot hit another one.'
    : 'An answer cannot name its question here: Hermes gives it to the oldest open question of the run.';
  return make.ok('approval_request_id', text, { supported: named });
}

/** Later releases describe a feature by an object, with or without `supported`. */
function isListed(value: unknown): boolean {
  return isRecord(value) ? value['supported'] !== false : value === true;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
