const BLANK = /^\p{White_Space}*$/u;

/** Nothing but Unicode white space; `String.trim` differs for U+0085 and U+FEFF (aip section 15). */
export function isBlank(text: string): boolean {
  return BLANK.test(text);
}
