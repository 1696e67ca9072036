import Database from 'better-sqlite3';

/**
 * From now on calls `ready` inside every transaction of this process when all of it is written and nothing is committed
 * yet, with the file.
 */
export function beforeCommits(ready: (file: string) => void): void {
  const { prototype } = Database;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own receiver below
  const original = prototype.transaction;
  let depth = 0;
  prototype.transaction = function transaction<F extends (...args: never[]) => unknown>(
    this: Database.Database,
    work: F,
  ): Database.Transaction<F> {
    const watched = (...args: Parameters<F>): unknown => {
      depth += 1;
      try {
        const value = work(...args);
        // A transaction inside another one is only a savepoint.
        if (depth === 1) ready(this.name);
        return value;
      } finally {
        depth -= 1;
      }
    };
    return original.call(this, watched) as Database.Transaction<F>;
  };
}
