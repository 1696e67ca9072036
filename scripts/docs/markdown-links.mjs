// @ts-check
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const LINK = /\]\(([^)\s]+)(?:\s+"[^"]*")?\)/gu;
const FENCE = /^```[\s\S]*?^```/gmu;

/**
 * Relative links of a page that lead nowhere: no such file, or no such heading in it.
 *
 * @param {string} root
 * @param {string} page path from the root
 * @param {(path: string) => string} read
 * @returns {string[]}
 */
export function deadLinks(root, page, read) {
  const targets = [...read(page).replace(FENCE, '').matchAll(LINK)].map(([, target = '']) => target);
  return targets.filter((target) => {
    if (/^[a-z]+:/u.test(target)) return false;
    const [file = '', heading] = target.split('#');
    const path = file === '' ? page : join(dirname(page), file);
    if (file !== '' && !existsSync(join(root, path))) return true;
    return heading !== undefined && path.endsWith('.md') && !headingsOf(read(path)).includes(heading);
  });
}

/**
 * Anchors of the headings of a page, as code hosts make them.
 *
 * @param {string} markdown
 * @returns {string[]}
 */
function headingsOf(markdown) {
  return [...markdown.replace(FENCE, '').matchAll(/^#+ +(.+)$/gmu)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
