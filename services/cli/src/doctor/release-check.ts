import type { Check, CheckMaker } from './check.js';

/** Releases that behave alike, by the first one of each; the last is open at its end. */
const FAMILIES: readonly { readonly from: number; readonly known: string }[] = [
  { from: 0, known: '' },
  {
    from: 19,
    known:
      'the family 0.19 to 0.20: runs are stopped cooperatively and live in memory only, so a restart of Hermes forgets them',
  },
  {
    from: 21,
    known:
      'the family 0.21: start keys are durable, questions have ids, and a run belongs to the key that started it',
  },
  {
    from: 22,
    known: 'the family from 0.22: as 0.21, and an interrupted run says so instead of ending as completed',
  },
];

/** The newest minor release this build was compared with. */
const NEWEST_KNOWN = 22;

const UPGRADE = 'Use Hermes 0.19 or later.';

/** Whether a release is one this build knows, and how it behaves (SPEC C4). `version`: printable, capped. */
export function releaseCheck(version: string | null, make: CheckMaker): Check {
  if (version === null) {
    return make.warning(
      'release',
      'The server tells no version: it is older than 0.17, too old for a governed operator.',
      UPGRADE,
      { version: null },
    );
  }
  const facts = { version };
  const parts = /^v?(\d{1,6})\.(\d{1,6})/.exec(version);
  if (parts === null) {
    return make.ok('release', `Version ${version}: no release number, so only its features count.`, facts);
  }
  const major = Number(parts[1]);
  const minor = Number(parts[2]);
  if (major > 0 || minor > NEWEST_KNOWN) {
    return make.ok(
      'release',
      `Version ${version}: newer than what this build was compared with (0.22).`,
      facts,
    );
  }
  const family = FAMILIES.findLast(({ from }) => from <= minor);
  if (family === undefined || family.known === '') {
    return make.warning(
      'release',
      `Version ${version} is older than 0.19: a stopped run may go on working, and long runs get out of control after some minutes.`,
      UPGRADE,
      facts,
    );
  }
  return make.ok('release', `Version ${version}: ${family.known}.`, facts);
}
