import { printable } from './printable.js';

/** Shown at most of text (UTF-16 units and lines), and of other bytes. */
const MAX_TEXT = 4_096;
const MAX_LINES = 100;
const MAX_DUMPED = 512;

const BYTES_A_LINE = 16;

/** Untrusted bytes as lines for a terminal. */
export interface ByteView {
  readonly kind: 'text' | 'bytes';
  readonly lines: readonly string[];
  /** Whether all of it is shown. */
  readonly whole: boolean;
}

/** The text when the bytes are UTF-8 without anything that could steer a terminal, else null. */
export function printableText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return printable(text) === text.replaceAll('\r\n', '\n') ? text : null;
  } catch {
    return null;
  }
}

/** Bytes as a person can look at them: as text where that is safe, else as hexadecimal numbers; both capped. */
export function byteView(bytes: Uint8Array): ByteView {
  const text = printableText(bytes);
  if (text === null) {
    return { kind: 'bytes', lines: dump(bytes.subarray(0, MAX_DUMPED)), whole: bytes.length <= MAX_DUMPED };
  }
  const shown = text.slice(0, MAX_TEXT).toWellFormed().split(/\r?\n/);
  return {
    kind: 'text',
    lines: shown.slice(0, MAX_LINES),
    whole: text.length <= MAX_TEXT && shown.length <= MAX_LINES,
  };
}

/** Place, sixteen bytes, and what of them is ASCII: as `hexdump -C` shows it. */
function dump(bytes: Uint8Array): readonly string[] {
  return Array.from({ length: Math.ceil(bytes.length / BYTES_A_LINE) }, (_, index) => {
    const line = [...bytes.subarray(index * BYTES_A_LINE, (index + 1) * BYTES_A_LINE)];
    const place = (index * BYTES_A_LINE).toString(16).padStart(8, '0');
    const hex = line.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const ascii = line
      .map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.'))
      .join('');
    return `${place}  ${hex.padEnd(BYTES_A_LINE * 3 - 1)}  |${ascii}|`;
  });
}
