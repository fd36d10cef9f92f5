// `input.user.email` as a name: such names are variables of a scope.

import type { SyntaxNode } from './syntax.ts'

/** Null: the expression is something else. */
export function dottedName(node: SyntaxNode): { readonly name: string; readonly head: string } | null {
  if (node.kind === 'name') return { name: node.name, head: node.name }
  if (node.kind !== 'member') return null
  const before = dottedName(node.of)
  return before === null ? null : { name: `${before.name}.${node.name}`, head: before.head }
}
