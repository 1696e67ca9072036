import Database from 'better-sqlite3';

/**
 * What SQLite's full integrity check finds wrong in a file, in its own words, at most one line; null: nothing. Leaves
 * the file as it is.
 */
export function damageOf(file: string): string | null {
  let database: Database.Database | null = null;
  try {
    database = new Database(file, { readonly: true, fileMustExist: true });
    const found = database.pragma('integrity_check(1)', { simple: true });
    return found === 'ok' ? null : String(found);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    database?.close();
  }
}
