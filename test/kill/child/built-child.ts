import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

const ROOT = new URL('../../', import.meta.url).pathname;
const ENTRY = join(ROOT, 'kill/child/watched-up.ts');
/** Inside `node_modules`, so that packages are found from there. */
const CACHE = join(ROOT, '../node_modules/.cache/aip-hermes-kill');
const OPTIONS = {
  module: ts.ModuleKind.ESNext,
  target: ts.ScriptTarget.ES2022,
  verbatimModuleSyntax: true,
} as const;

let built: string | null = null;

/**
 * The script `watched-up.ts` as JavaScript: Node starts it in half the time it takes with a loader for TypeScript. Made once
 * for each state of its sources; who makes it at the same time as another process finds either's.
 */
export function builtChild(): string {
  built ??= build();
  return built;
}

function build(): string {
  const sources = new Map<string, string>();
  collect(ENTRY, sources);
  const hash = createHash('sha256').update(JSON.stringify([...sources]));
  const folder = join(CACHE, hash.digest('hex').slice(0, 32));
  if (!existsSync(folder)) write(folder, sources);
  return join(folder, outputOf(ENTRY));
}

/** A file and all that it imports by a relative path. */
function collect(file: string, sources: Map<string, string>): void {
  if (sources.has(file)) return;
  const text = readFileSync(file, 'utf8');
  sources.set(file, text);
  for (const { fileName } of ts.preProcessFile(text).importedFiles) {
    if (fileName.startsWith('.')) collect(join(dirname(file), fileName.replace(/\.js$/, '.ts')), sources);
  }
}

function write(folder: string, sources: ReadonlyMap<string, string>): void {
  mkdirSync(CACHE, { recursive: true });
  const draft = mkdtempSync(join(CACHE, 'draft-'));
  writeFileSync(join(draft, 'package.json'), '{"type":"module"}');
  for (const [file, text] of sources) {
    const output = join(draft, outputOf(file));
    mkdirSync(dirname(output), { recursive: true });
    writeFileSync(output, ts.transpileModule(text, { compilerOptions: OPTIONS }).outputText);
  }
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true });
    // Somebody else was faster.
    if (!existsSync(folder)) throw error;
  }
}

function outputOf(file: string): string {
  return relative(ROOT, file).replace(/\.ts$/, '.js');
}
