// @ts-check
import ts from 'typescript';

/**
 * Texts that the tests of a source expect: literals, and named text constants of the file, in what a matcher of
 * `expect` is given or in the table of an `each`. What is only handed to the code under test is not among them.
 *
 * @param {string} fileName
 * @param {string} text
 * @returns {Set<string>}
 */
export function assertedTexts(fileName, text) {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  /** @type {Map<string, string>} */
  const constants = new Map();
  /** @type {Set<string>} */
  const asserted = new Set();
  /** @type {(node: ts.Node) => void} */
  const collect = (node) => {
    if (ts.isStringLiteralLike(node)) asserted.add(node.text);
    else if (ts.isIdentifier(node)) asserted.add(constants.get(node.text) ?? '');
    ts.forEachChild(node, collect);
  };
  /** @type {(node: ts.Node) => void} */
  const visit = (node) => {
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isStringLiteralLike(node.initializer))
      constants.set(node.name.getText(), node.initializer.text);
    if (ts.isCallExpression(node) && isAssertion(node.expression)) node.arguments.forEach(collect);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return asserted;
}

/**
 * `expect(x).not.toEqual`, `it.each`.
 *
 * @param {ts.Expression} callee
 */
function isAssertion(callee) {
  if (!ts.isPropertyAccessExpression(callee)) return false;
  if (callee.name.text === 'each') return true;
  /** @type {ts.Expression} */
  let at = callee;
  while (ts.isPropertyAccessExpression(at)) at = at.expression;
  return ts.isCallExpression(at) && ts.isIdentifier(at.expression) && at.expression.text === 'expect';
}
