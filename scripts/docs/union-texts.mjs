// @ts-check
import ts from 'typescript';

/**
 * The texts of a union type, `type X = 'a' | 'b'`, in their order; what else the union holds is left out.
 *
 * @param {string} source text of the file that declares it
 * @param {string} name
 * @returns {string[]}
 * @throws Error when the file declares no such type
 */
export function unionTexts(source, name) {
  const file = ts.createSourceFile('a.ts', source, ts.ScriptTarget.Latest, true);
  const alias = file.statements.filter(ts.isTypeAliasDeclaration).find((it) => it.name.text === name);
  if (alias === undefined) throw new Error(`no type ${name}`);
  const parts = ts.isUnionTypeNode(alias.type) ? [...alias.type.types] : [alias.type];
  return parts.flatMap((part) =>
    ts.isLiteralTypeNode(part) && ts.isStringLiteral(part.literal) ? [part.literal.text] : [],
  );
}
