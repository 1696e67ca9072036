import { closeSync, fdatasyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { quantile } from './statistics.mjs';

const SYNCS = 200;
const PAGE_BYTES = 4_096;
/** `f_type` of a file system that lives in memory: a sync there costs nothing. */
const TMPFS = 0x01021994;

/** What the numbers were measured on. */
export function describeMachine(directory) {
  const [first] = cpus();
  return {
    cpu: first?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memory_gib: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.version,
    load: loadavg().map((value) => Math.round(value * 100) / 100),
    in_memory: statfsSync(directory).type === TMPFS,
    fdatasync_ms: measureSync(directory),
  };
}

/** How long a synced write of one page takes, milliseconds. */
function measureSync(directory) {
  const file = join(directory, 'fdatasync.probe');
  const page = new Uint8Array(PAGE_BYTES).fill(7);
  const handle = openSync(file, 'w');
  const times = [];
  try {
    for (let nth = 0; nth < SYNCS; nth += 1) {
      const from = performance.now();
      writeSync(handle, page, 0, PAGE_BYTES, nth * PAGE_BYTES);
      fdatasyncSync(handle);
      times.push(performance.now() - from);
    }
  } finally {
    closeSync(handle);
    rmSync(file, { force: true });
  }
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}
