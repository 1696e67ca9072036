// @ts-check
import ts from 'typescript';

/**
 * @typedef {object} FoundTest
 * @property {string} title Titles of the enclosing groups and of the test, joined by ` > `.
 * @property {number} line First line of the call, from 1.
 */

const GROUPS = new Set(['describe', 'suite']);
const TESTS = new Set(['it', 'test']);
const NEVER_RUN = new Set(['skip', 'todo']);

/**
 * Tests declared in a source text: calls of `it`, `test` and `describe` with their modifiers, also inside loops and
 * functions. What stands in `skip` or `todo` is left out. Rows of an inline `each` table give one test each.
 *
 * @param {string} fileName
 * @param {string} text
 * @returns {FoundTest[]}
 */
export function findTests(fileName, text) {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  /** @type {FoundTest[]} */
  const tests = [];
  /** @type {(node: ts.Node, groups: readonly string[]) => void} */
  const visit = (node, groups) => {
    const declared = ts.isCallExpression(node) ? declarationOf(node) : undefined;
    if (declared === undefined) {
      ts.forEachChild(node, (child) => visit(child, groups));
      return;
    }
    if (declared.neverRuns) return;
    for (const title of declared.titles) {
      if (declared.kind === 'test') {
        const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
        tests.push({ title: [...groups, title].join(' > '), line });
      } else {
        for (const argument of declared.body) visit(argument, [...groups, title]);
      }
    }
  };
  visit(source, []);
  return tests;
}

/**
 * @param {ts.CallExpression} call
 * @returns {{kind: 'group' | 'test', titles: string[], neverRuns: boolean, body: ts.Expression[]} | undefined}
 */
function declarationOf(call) {
  const [titleNode, ...body] = call.arguments;
  const title = titleNode === undefined ? undefined : textOf(titleNode);
  if (title === undefined) return undefined;
  const { name, modifiers, table } = calleeOf(call.expression);
  const kind = TESTS.has(name) ? 'test' : GROUPS.has(name) ? 'group' : undefined;
  if (kind === undefined) return undefined;
  const neverRuns = modifiers.some((modifier) => NEVER_RUN.has(modifier));
  return { kind, titles: rowTitles(title, table), neverRuns, body };
}

/**
 * Takes `it.each(table)` apart: the name, the modifiers, the inline table if there is one.
 *
 * @param {ts.Expression} expression
 * @returns {{name: string, modifiers: string[], table: ts.Expression | undefined}}
 */
function calleeOf(expression) {
  /** @type {string[]} */
  const modifiers = [];
  /** @type {ts.Expression | undefined} */
  let table;
  let at = expression;
  for (;;) {
    if (ts.isIdentifier(at)) return { name: at.text, modifiers, table };
    if (ts.isPropertyAccessExpression(at)) {
      modifiers.push(at.name.text);
      at = at.expression;
    } else if (ts.isCallExpression(at)) {
      table = at.arguments[0];
      at = at.expression;
    } else {
      return { name: '', modifiers, table };
    }
  }
}

/**
 * One title a row where the row decides how the title begins (`%s`, `$member`); otherwise the title as it stands.
 *
 * @param {string} title
 * @param {ts.Expression | undefined} table
 * @returns {string[]}
 */
function rowTitles(title, table) {
  const array = table === undefined ? undefined : withoutCast(table);
  const lead = /^(%s|\$(\w+))/u.exec(title);
  if (lead === null || array === undefined || !ts.isArrayLiteralExpression(array)) return [title];
  const heads = array.elements.map((row) => textOf(cellOf(withoutCast(row), lead[2])));
  return heads.map((head) => (head ?? '…') + title.slice(lead[0].length));
}

/**
 * @param {ts.Expression} row
 * @param {string | undefined} member
 * @returns {ts.Expression}
 */
function cellOf(row, member) {
  if (ts.isArrayLiteralExpression(row)) return row.elements[0] ?? row;
  if (!ts.isObjectLiteralExpression(row)) return row;
  const property = row.properties.find((it) => it.name !== undefined && it.name.getText() === member);
  return property !== undefined && ts.isPropertyAssignment(property) ? property.initializer : row;
}

/**
 * @param {ts.Expression} node
 * @returns {ts.Expression}
 */
function withoutCast(node) {
  return ts.isAsExpression(node) || ts.isSatisfiesExpression(node) ? withoutCast(node.expression) : node;
}

/**
 * A title as far as it is written down: what is computed reads `…`.
 *
 * @param {ts.Expression} node
 * @returns {string | undefined}
 */
function textOf(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map((span) => `…${span.literal.text}`).join('');
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    return `${textOf(node.left) ?? '…'}${textOf(node.right) ?? '…'}`;
  }
  return undefined;
}
