// A syntax tree → the fields that it names by the record, as `book` of `this.book == book`.

import type { SyntaxNode } from './syntax.ts'

export function namedByRecord(node: SyntaxNode, record: string | null): ReadonlySet<string> {
  const names = new Set<string>()
  if (record !== null) gather(node, record, names)
  return names
}

function gather(node: SyntaxNode, record: string, names: Set<string>): void {
  if (node.kind === 'member' && node.of.kind === 'name' && node.of.name === record) names.add(node.name)
  for (const part of partsOf(node)) gather(part, record, names)
}

function partsOf(node: SyntaxNode): readonly SyntaxNode[] {
  switch (node.kind) {
    case 'text':
    case 'integer':
    case 'decimal':
    case 'boolean':
    case 'null':
    case 'name':
      return []
    case 'member':
      return [node.of]
    case 'index':
      return [node.of, node.key]
    case 'use':
      return node.receiver === null ? node.arguments : [node.receiver, ...node.arguments]
    case 'unary':
      return [node.operand]
    case 'binary':
      return [node.left, node.right]
    case 'conditional':
      return [node.condition, node.then, node.otherwise]
    case 'list':
      return node.items
    case 'object':
      return node.entries.flatMap(({ key, value }) => [key, value])
  }
}
