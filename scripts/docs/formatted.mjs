// @ts-check
import prettier from 'prettier';

/**
 * Text as `npm run format` would leave it in the file.
 *
 * @param {string} path
 * @param {string} text
 * @returns {Promise<string>}
 */
export async function formatted(path, text) {
  return prettier.format(text, { ...(await prettier.resolveConfig(path)), filepath: path });
}
