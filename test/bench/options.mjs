/** What `npm run bench` can be told. */
export const HELP = `Usage: npm run bench -- [options]

Measures DESIGN section 10 on this machine: B1, B1c, B4 and the burst of B10, each against a baseline measured and
interleaved in the same run. Builds first. Never judges by its exit code: 0 unless it could not measure.

  --quick      fewer and smaller rounds: shows that it runs, not how fast
  --only LIST  of b1,b1c,b4 (B10 comes with b1)
  --dir DIR    where the data files are put (default: a new directory under the system's temporary one)
  --json       one JSON document in place of the table
  --help       this text
`;

const NAMES = ['b1', 'b1c', 'b4'];

/** The options of a command line. @throws {Error} for one that is unknown */
export function parseOptions(args) {
  const options = { quick: false, json: false, help: false, only: NAMES, dir: null };
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at];
    if (arg === '--quick' || arg === '--json' || arg === '--help') options[arg.slice(2)] = true;
    else if (arg === '--only') options.only = listOf(args[(at += 1)]);
    else if (arg === '--dir' && args[at + 1] !== undefined) options.dir = args[(at += 1)];
    else throw new Error(`unknown option ${arg}; --help lists what there is`);
  }
  return options;
}

function listOf(text = '') {
  const names = text.toLowerCase().split(',');
  const strange = names.find((name) => !NAMES.includes(name));
  if (strange !== undefined) throw new Error(`--only knows ${NAMES.join(', ')}, not "${strange}"`);
  return names;
}
