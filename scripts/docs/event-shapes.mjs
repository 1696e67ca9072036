// @ts-check
import ts from 'typescript';

/**
 * @typedef {object} Member
 * @property {string} name
 * @property {string} type As the source has it, on one line.
 * @property {boolean} optional
 * @property {string} meaning Its doc comment; empty when there is none.
 */

/**
 * @typedef {object} Shape
 * @property {string} name
 * @property {string} meaning
 * @property {readonly Member[]} members Those of the interfaces it extends first.
 */

/**
 * Interfaces of sources as shapes by name: their members with types and doc comments.
 *
 * @param {Readonly<Record<string, string>>} sources text by file name
 * @returns {Map<string, Shape>}
 */
export function eventShapes(sources) {
  const declared = Object.entries(sources).flatMap(([fileName, text]) =>
    ts
      .createSourceFile(fileName, text, ts.ScriptTarget.Latest, true)
      .statements.filter((statement) => ts.isInterfaceDeclaration(statement)),
  );
  const byName = new Map(declared.map((it) => [it.name.text, it]));
  /** @type {(it: ts.InterfaceDeclaration) => Member[]} */
  const membersOf = (it) => {
    const parents = it.heritageClauses?.flatMap(({ types }) =>
      types.map(({ expression }) => expression.getText()),
    );
    const inherited = (parents ?? []).flatMap((name) => {
      const parent = byName.get(name);
      if (parent === undefined) throw new Error(`${it.name.text} extends ${name}, which is not read`);
      return membersOf(parent);
    });
    return [...inherited, ...it.members.filter(ts.isPropertySignature).map(memberOf)];
  };
  return new Map(
    declared.map((it) => [it.name.text, { name: it.name.text, meaning: docOf(it), members: membersOf(it) }]),
  );
}

/**
 * @param {ts.PropertySignature} node
 * @returns {Member}
 */
function memberOf(node) {
  return {
    name: node.name.getText(),
    type: (node.type?.getText() ?? 'unknown').replaceAll('readonly ', '').replaceAll(/\s+/gu, ' '),
    optional: node.questionToken !== undefined,
    meaning: docOf(node),
  };
}

/** @param {ts.Node} node */
function docOf(node) {
  return ts
    .getJSDocCommentsAndTags(node)
    .filter(ts.isJSDoc)
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '')
    .join(' ')
    .replaceAll(/\s+/gu, ' ');
}
