import Database from 'better-sqlite3';
import { statSync } from 'node:fs';

/** Larger files are not checked whole, bytes: a check reads every page, and this much takes about a second. */
const MAX_CHECKED_BYTES = 67_108_864;
/** Longest wait for a lock of another process, milliseconds. */
const WAIT_MS = 1_000;

/** What SQLite says of the structure of a file; `not_checked`: it is too large for a short look. */
export type Structure =
  { readonly kind: 'sound' | 'not_checked' } | { readonly kind: 'damaged'; readonly what: string };

/**
 * SQLite's `quick_check` of every page of a file, when it has at most `maxBytes`; changes nothing.
 * @throws SqliteError when it could not be made for another reason than damage; errors of the file system
 */
export function structureDamage(file: string, maxBytes = MAX_CHECKED_BYTES): Structure {
  if (statSync(file).size > maxBytes) return { kind: 'not_checked' };
  const database = new Database(file, { readonly: true, fileMustExist: true, timeout: WAIT_MS });
  try {
    const found = database.pragma('quick_check(1)', { simple: true });
    return found === 'ok' ? { kind: 'sound' } : { kind: 'damaged', what: firstLine(String(found)) };
  } catch (error) {
    if (error instanceof Database.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code))
      return { kind: 'damaged', what: error.message };
    throw error;
  } finally {
    database.close();
  }
}

function firstLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').slice(0, 200);
}
