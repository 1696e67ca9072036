/** What reading a file has found: everything that is wrong with it, the words it uses and the files it names. */
export class Findings {
  /** One sentence each, with the path in the file. */
  readonly problems: string[] = [];
  /** Words used, as the list of what is not supported has them: `step resume`, `expectation code` and so on. */
  readonly words = new Set<string>();
  /** Names of files, with the path that names each. */
  readonly files = new Map<string, string>();

  /** Something is wrong at a path. */
  wrong(path: string, problem: string): void {
    this.problems.push(path === '' ? problem : `${path}: ${problem}`);
  }

  /** A word of the vocabulary is used. */
  uses(where: WordPlace, word: string): void {
    this.words.add(`${where} ${word}`);
  }
}

/**
 * Where a word stands: the name of a step; a member of a step or of `given`; one of the values that such a member may
 * have; an expectation; a point; an event type; what a delivered message asks for.
 */
export type WordPlace = 'step' | 'member' | 'value' | 'expectation' | 'point' | 'event' | 'message';

/** The path of a member below a path. */
export function below(path: string, member: string | number): string {
  if (typeof member === 'number') return `${path}[${member}]`;
  const plain = /^[A-Za-z_][\w-]*$/.test(member);
  if (!plain) return `${path}[${JSON.stringify(member)}]`;
  return path === '' ? member : `${path}.${member}`;
}
