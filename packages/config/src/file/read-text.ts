import type { ConfigSource, FileFacts } from '../config-source.js';

/** A file's text, or why there is none, as the end of a sentence. */
export type TextRead =
  | { readonly kind: 'ok'; readonly text: string; readonly facts: FileFacts | null }
  | { readonly kind: 'bad'; readonly why: string };

const FILE_TYPE_BITS = 0o170000;
const REGULAR_FILE = 0o100000;

/** Reads a file of at most `maxBytes`. Never throws. Error texts are not repeated: they may hold anything. */
export function readText(
  source: ConfigSource,
  path: string,
  rules: { readonly maxBytes: number; readonly regularOnly: boolean },
): TextRead {
  const { maxBytes } = rules;
  const tooLarge: TextRead = { kind: 'bad', why: `is larger than ${maxBytes} bytes` };
  try {
    const facts = source.stat?.(path) ?? null;
    if (facts !== null) {
      const type = facts.mode & FILE_TYPE_BITS;
      if (rules.regularOnly && type !== 0 && type !== REGULAR_FILE) {
        return { kind: 'bad', why: 'is not a regular file' };
      }
      if (facts.size > maxBytes) return tooLarge;
    }
    const text = source.readFile(path, maxBytes);
    if (Buffer.byteLength(text) > maxBytes) return tooLarge;
    return { kind: 'ok', text, facts };
  } catch (error) {
    return { kind: 'bad', why: whyUnreadable(error) };
  }
}

function whyUnreadable(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'ENOENT':
      return 'does not exist';
    case 'EACCES':
    case 'EPERM':
      return 'may not be read by this user';
    case 'ENOTREG':
      return 'is not a regular file';
    case 'EISDIR':
      return 'is a directory';
    default:
      return typeof code === 'string' && /^[A-Z_0-9]{1,40}$/.test(code)
        ? `cannot be read (${code})`
        : 'cannot be read';
  }
}
