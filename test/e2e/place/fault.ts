import Database from 'better-sqlite3';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CliProcess } from '../cli-process.js';

/** Something wrong with the place of the data, for a while. */
export interface Fault {
  begin(): Promise<void>;
  end(): Promise<void>;
}

const SQLITE = new URL('../../../node_modules/better-sqlite3/lib/index.js', import.meta.url).href;

/**
 * For `NODE_OPTIONS` of a service: at SIGUSR2 its database of this name may not grow any more (`max_page_count`), at the
 * next it may again. What is free inside the file can still be used.
 */
export function limitedBySignal(name: 'log.db' | 'bus.db'): string {
  const code = `
    const { default: Database } = await import(${JSON.stringify(SQLITE)});
    const { pragma } = Database.prototype;
    let database;
    let limited = false;
    Database.prototype.pragma = function (...args) {
      if (this.name.endsWith('/${name}') && !this.readonly) database = this;
      return pragma.apply(this, args);
    };
    process.on('SIGUSR2', () => {
      limited = !limited;
      const pages = pragma.call(database, 'page_count', { simple: true });
      pragma.call(database, 'max_page_count = ' + (limited ? pages : 1_000_000_000));
    });`;
  return `--import=data:text/javascript,${encodeURIComponent(code)}`;
}

/** A database of a service started with `limitedBySignal` that is full. */
export function fullDatabase(service: CliProcess): Fault {
  const toggle = (): Promise<void> => {
    process.kill(service.pid, 'SIGUSR2');
    return Promise.resolve();
  };
  return { begin: toggle, end: toggle };
}

/** Files of a process may not grow any more (RLIMIT_FSIZE), wherever they are: a full disk to it. */
export function limitedFiles(service: CliProcess): Fault {
  const limit = (bytes: string): Promise<void> => {
    const { status, stderr } = spawnSync('prlimit', [`--pid=${service.pid}`, `--fsize=${bytes}:`]);
    if (status !== 0) throw new Error(`prlimit: ${stderr.toString()}`);
    return Promise.resolve();
  };
  return { begin: () => limit('1'), end: () => limit('unlimited') };
}

/** A small disk of its own, mounted at a directory; null where this process may not mount. */
export function smallDisk(directory: string): (Fault & { unmount(): void }) | null {
  mkdirSync(directory, { mode: 0o700, recursive: true });
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=700', 'tmpfs', directory]);
  if (mounted.status !== 0) return null;
  const ballast = join(directory, 'ballast');
  return {
    begin: () => {
      const { bavail, bsize } = statfsSync(directory);
      writeFileSync(ballast, Buffer.alloc(bavail * bsize));
      return Promise.resolve();
    },
    end: () => {
      rmSync(ballast);
      return Promise.resolve();
    },
    unmount: () => void spawnSync('umount', ['-l', directory]),
  };
}

/** Another process that holds the write lock of a database. It is there before the fault begins. */
export async function lockedBy(file: string): Promise<Fault> {
  const code = `
    const { default: Database } = await import(${JSON.stringify(SQLITE)});
    process.stdin.once('data', () => {
      // Kept, since the lock goes with the object.
      globalThis.database = new Database(${JSON.stringify(file)});
      globalThis.database.exec('BEGIN IMMEDIATE');
      console.log('locked');
    });
    console.log('ready');`;
  const other = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(other.stdout, 'data');
  return {
    begin: async () => {
      const locked = once(other.stdout, 'data');
      other.stdin.write('go');
      await locked;
    },
    end: async () => {
      if (other.exitCode !== null) return;
      const exit = once(other, 'exit');
      other.stdin.end();
      other.kill('SIGKILL');
      await exit;
    },
  };
}

/** Reads from a database as it is, without waiting for anything. */
export function readValue(file: string, sql: string): unknown {
  const database = new Database(file, { readonly: true });
  try {
    return database.prepare(sql).pluck().get();
  } finally {
    database.close();
  }
}
