import { parseArgs } from 'node:util';

/** What `npm run bench` can be told. */
export const HELP = `Usage: npm run bench -- [options]

Measures speed on this machine as ratios against baselines that are measured and interleaved in the same run
(docs/performance.md explains each row). Builds first. Never judges by its exit code: 0 unless it could not measure.
Progress goes to stderr, the report to stdout.

  --quick        fewer and smaller rounds: shows that it runs, not how fast
  --full         also the rows that take long: b5, b6, b8, b11
  --only LIST    of b1,b1c,b2,b3,b4,b9,b5,b6,b8,b11 (B10 comes with b1 and b2)
  --dir DIR      where the data files are put (default: a new directory under the system's temporary one)
  --json [FILE]  one JSON document, {machine, results}, on stdout or in FILE
  --help         this text
`;

// Rows of every run, and those only of a full one.
const DEFAULT_ROWS = ['b1', 'b1c', 'b2', 'b3', 'b4', 'b9'];
const FULL_ROWS = ['b5', 'b6', 'b8', 'b11'];

const NAMES = [...DEFAULT_ROWS, ...FULL_ROWS];

/** The options of a command line. @throws {Error} for one that is unknown */
export function parseOptions(args) {
  const { values } = parseArgs({
    args: args.map((arg, at) => (arg === '--json' && !isValue(args[at + 1]) ? '--json=' : arg)),
    options: {
      quick: { type: 'boolean', default: false },
      full: { type: 'boolean', default: false },
      only: { type: 'string' },
      dir: { type: 'string' },
      json: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const { quick, full, help, dir, json } = values;
  const only = values.only === undefined ? rowsOf(full) : listOf(values.only);
  return { quick, help, only, dir: dir ?? null, json: json ?? null };
}

function rowsOf(full) {
  return full ? NAMES : DEFAULT_ROWS;
}

function isValue(arg) {
  return arg !== undefined && !arg.startsWith('--');
}

function listOf(text) {
  const names = text.toLowerCase().split(',');
  const strange = names.find((name) => !NAMES.includes(name));
  if (strange !== undefined) throw new Error(`--only knows ${NAMES.join(', ')}, not "${strange}"`);
  return names;
}
