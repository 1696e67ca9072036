import { checksOf, type Check } from './check.js';

/** The oldest Node.js this program is built for. */
const OLDEST_NODE = { major: 20, minor: 19 };

/** What runs the checks. */
export interface ProgramFacts {
  readonly version: string;
  readonly commit: string;
  /** `process.version`. */
  readonly node: string;
}

/** The program and what it runs on. */
export function programChecks({ version, commit, node }: ProgramFacts): readonly Check[] {
  const make = checksOf('program');
  const [major = 0, minor = 0] = node.replace(/^v/, '').split('.').map(Number);
  const old = major < OLDEST_NODE.major || (major === OLDEST_NODE.major && minor < OLDEST_NODE.minor);
  const facts = { node };
  return [
    make.ok('version', `aip-hermes ${version}, built from ${commit}.`, { version, commit }),
    old
      ? make.problem('node', `Node.js ${node} is too old.`, 'Use Node.js 20.19 or later.', facts)
      : make.ok('node', `Node.js ${node}.`, facts),
  ];
}
