/** What a command is driven with: Actions that have been, a dead letter, a folder for what it writes. */
export interface Stage {
  readonly ids: readonly string[];
  readonly deadLetter: string;
  readonly folder: string;
}

type Lines = readonly (readonly string[])[];

/**
 * How every command is driven, by its whole name. A command of the program that is missing here fails the canary test:
 * a new one needs a line.
 */
export const DRIVEN: Readonly<Record<string, (stage: Stage) => Lines>> = {
  // The test itself runs it, a process for each log level.
  up: () => [],
  submit: () => [
    ['submit', '--objective', 'SAY=stream', '--json'],
    ['submit', '/nowhere/a.json'],
  ],
  watch: ({ ids }) => ids.map((id) => ['watch', id, '--timeout', '0.1']),
  show: ({ ids }) =>
    ids.flatMap((id) => [
      ['show', id],
      ['show', id, '--json'],
    ]),
  list: () => both('list'),
  audit: ({ ids }) => [['audit', ids[0] ?? ''], ...both('audit', '--all')],
  backup: ({ folder }) => [
    ['backup', `${folder}/backup`],
    ['backup', '--verify', `${folder}/backup`, '--json'],
  ],
  'dead-letters list': () => both('dead-letters', 'list'),
  'dead-letters show': ({ deadLetter }) => [
    ...both('dead-letters', 'show', deadLetter),
    ['dead-letters', 'show', deadLetter, '--raw'],
  ],
  manifest: () => [['manifest']],
  'config check': () => both('config', 'check'),
  'config show': () => both('config', 'show'),
  'config schema': () => [['config', 'schema']],
  completion: () => ['bash', 'zsh', 'fish'].map((shell) => ['completion', shell]),
  doctor: () => both('doctor', '--timeout', '5'),
  demo: ({ folder }) => [['demo', '--data', `${folder}/demo`]],
};

/** The command line with data directory and configuration, where the command takes them. */
export function withPlaces(args: readonly string[], data: string, config: string): readonly string[] {
  const own = [...args];
  if (args[0] === 'completion') return own;
  if (args[0] !== 'config' && !args.includes('--data')) own.push('--data', data);
  if (args[0] !== 'demo' && args[1] !== 'schema') own.push('--config', config);
  return own;
}

/** Whole names of the commands the program has, as its own help tells them; groups are followed. */
export async function commandsOf(
  helps: (paths: Lines) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const leaves: string[] = [];
  let paths: Lines = [[]];
  while (paths.length > 0) {
    const texts = await helps(paths);
    paths = paths.flatMap((path, at) => {
      const [, listed = ''] = (texts[at] ?? '').split(/^Commands:$/m);
      const names = [...listed.matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(([, name = '']) => name);
      if (names.length === 0) leaves.push(path.join(' '));
      return names.map((name) => [...path, name]);
    });
  }
  return leaves;
}

function both(...args: readonly string[]): Lines {
  return [args, [...args, '--json']];
}
