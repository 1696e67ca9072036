// @ts-check

/** Put together here so that this file does not name what it looks for. */
const HOST = new RegExp(
  ['registry\\.[\\w-]+\\.[a-z]{2}', 'npm' + 'js\\.', 'arti' + 'factory', 'pkgs\\.dev'].join('|'),
  'iu',
);
/** `/home/user` is nobody's: examples may use it. */
const PATH = /(?<![\w.:/$}*)>-])\/(?!home\/user\b)(?:work|home|Users|root|workspace)\/\w/u;

/**
 * Lines that name a package registry or an absolute path of somebody's machine.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function privatePlaces(text) {
  return text.split('\n').filter((line) => HOST.test(line) || PATH.test(line));
}
