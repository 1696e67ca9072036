import { stringEnd } from './json-shape.js';

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
/** No name that is asked for is longer than this when every character of it is escaped. */
const LONGEST_NAME = 200;
const NO_SPACE = /[^ \t\r\n]/;
const ESCAPED_NAME = /^"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-f]{4}))*"$/iu;

/** Names that are asked for: a set or a map of them. */
export interface Names {
  has(name: string): boolean;
}

/**
 * The JSON text of these members of the outermost object, without building anything; the last one of a name counts, as
 * with `JSON.parse`. Null when the text is no object or something in it is not closed; otherwise whether it is valid is
 * not known.
 */
export function jsonMembers(text: string, names: Names): ReadonlyMap<string, string> | null {
  const first = text.search(NO_SPACE);
  if (text.charCodeAt(first) !== OPEN_OBJECT) return null;
  const members = new Map<string, readonly [number, number]>();
  let open = 1;
  let name: string | null = null;
  let nameText: string | null = null;
  let start = 0;
  const close = (end: number): void => {
    if (name !== null) members.set(name, [start, end]);
    name = null;
  };
  for (let at = first + 1; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = stringEnd(text, at);
        if (end === text.length) return null;
        if (open === 1 && name === null) nameText = end - at > LONGEST_NAME ? null : text.slice(at, end + 1);
        at = end;
        break;
      }
      case COLON:
        if (open !== 1 || name !== null) break;
        name = nameText === null ? null : wanted(nameText, names);
        nameText = null;
        start = at + 1;
        break;
      case COMMA:
        if (open === 1) close(at);
        break;
      case OPEN_OBJECT:
      case OPEN_LIST:
        open += 1;
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        open -= 1;
        if (open > 0) break;
        close(at);
        return NO_SPACE.test(text.slice(at + 1)) ? null : texts(text, members);
    }
  }
  return null;
}

function texts(
  text: string,
  members: ReadonlyMap<string, readonly [number, number]>,
): ReadonlyMap<string, string> {
  return new Map([...members].map(([name, [from, to]]) => [name, text.slice(from, to).trim()]));
}

/** The name, when it is asked for. Never lets the parser throw: a text of nothing but bad names would cost seconds. */
function wanted(nameText: string, names: Names): string | null {
  const plain = nameText.slice(1, -1);
  if (!plain.includes('\\')) return names.has(plain) ? plain : null;
  if (!ESCAPED_NAME.test(nameText)) return null;
  const name = JSON.parse(nameText) as string;
  return names.has(name) ? name : null;
}
