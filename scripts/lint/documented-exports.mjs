// @ts-check
/**
 * ESLint rule: every exported declaration has a doc comment directly above it.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
export const documentedExports = {
  meta: {
    type: 'suggestion',
    docs: { description: 'an exported declaration has a doc comment' },
    messages: { missing: 'Say what this exported thing does, in a doc comment directly above it.' },
    schema: [],
  },
  create(context) {
    const { sourceCode } = context;
    /** Overloads of one function share the comment of the first. @type {Set<string>} */
    const documented = new Set();
    return {
      ExportNamedDeclaration(node) {
        if (!node.declaration) return;
        const name = 'id' in node.declaration ? (node.declaration.id?.name ?? '') : '';
        const comment = sourceCode.getCommentsBefore(node).at(-1);
        const near = comment !== undefined && comment.loc?.end.line === (node.loc?.start.line ?? 0) - 1;
        if (near && comment.type === 'Block' && comment.value.startsWith('*')) documented.add(name);
        else if (name === '' || !documented.has(name)) context.report({ node, messageId: 'missing' });
      },
    };
  },
};
