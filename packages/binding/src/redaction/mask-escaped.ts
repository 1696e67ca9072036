import { MASK } from './mask.js';

/**
 * Masks every place where `parts` match one behind the other: the first is global, the others are sticky. In parts,
 * since one expression for a credential of some thousand characters exhausts the stack of the engine.
 */
export function maskEscaped(text: string, parts: readonly RegExp[]): string {
  const [first, ...others] = parts;
  if (first === undefined) return text;
  let masked = '';
  let from = 0;
  first.lastIndex = 0;
  for (let found = first.exec(text); found !== null; found = first.exec(text)) {
    const end = endOf(text, first.lastIndex, others);
    if (end === undefined) {
      first.lastIndex = found.index + 1;
      continue;
    }
    masked += text.slice(from, found.index) + MASK;
    from = end;
    first.lastIndex = end;
  }
  return from === 0 ? text : masked + text.slice(from);
}

function endOf(text: string, from: number, parts: readonly RegExp[]): number | undefined {
  let end = from;
  for (const part of parts) {
    part.lastIndex = end;
    if (!part.test(text)) return undefined;
    end = part.lastIndex;
  }
  return end;
}
