import type { JsonObject } from '../json.js';

/** Splits a command at `;`, `&&`, `||` outside quotes; parts that do nothing are dropped. */
function parts(command: string): readonly string[] {
  const found: string[] = [];
  let part = '';
  for (const [token] of command.matchAll(/'[^']*'|"(?:[^"\\]|\\.)*"|&&|\|\||;|[^'";&|]+|[^]/g)) {
    if (token === ';' || token === '&&' || token === '||') {
      found.push(part);
      part = '';
    } else part += token;
  }
  found.push(part);
  return found.map((text) => text.trim()).filter((text) => text !== '' && text !== ':');
}

/**
 * What `tool.started` shows for a terminal command (5.3): the first part, `+ N commands` for the others,
 * redirections dropped, white space as single blanks, nothing redacted, nothing cut.
 */
export function terminalPreview(args: JsonObject): string {
  const [first = '', ...others] = parts(typeof args['command'] === 'string' ? args['command'] : '');
  const shown = first
    .replace(/\s*\d*>{1,2}\s*(&\d+|\S+)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (others.length === 0) return shown;
  return `${shown} + ${others.length} ${others.length === 1 ? 'command' : 'commands'}`;
}
