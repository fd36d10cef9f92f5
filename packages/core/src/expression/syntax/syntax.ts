// The syntax tree of an expression, before names are resolved. read-expression.ts creates it, check-expression.ts
// resolves it. Spans are positions in the document.

import type { Span } from '../../text/source.ts'
import type { BinaryOperator } from '../expression.ts'

export type SyntaxNode = { readonly span: Span } & (
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'integer'; readonly value: number }
  /** In plain notation, exact: `0.10` is `0.1`, never a binary fraction. */
  | { readonly kind: 'decimal'; readonly value: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null' }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'member'; readonly of: SyntaxNode; readonly name: string; readonly nameSpan: Span }
  /** `labels["colour"]` */
  | { readonly kind: 'index'; readonly of: SyntaxNode; readonly key: SyntaxNode }
  | {
      readonly kind: 'use'
      readonly name: string
      readonly nameSpan: Span
      readonly arguments: readonly SyntaxNode[]
      readonly receiver: SyntaxNode | null
    }
  | { readonly kind: 'unary'; readonly operator: '!' | '-'; readonly operand: SyntaxNode }
  | {
      readonly kind: 'binary'
      readonly operator: BinaryOperator
      readonly left: SyntaxNode
      readonly right: SyntaxNode
    }
  | {
      readonly kind: 'conditional'
      readonly condition: SyntaxNode
      readonly then: SyntaxNode
      readonly otherwise: SyntaxNode
    }
  | { readonly kind: 'list'; readonly items: readonly SyntaxNode[] }
  | { readonly kind: 'object'; readonly entries: readonly { readonly key: SyntaxNode; readonly value: SyntaxNode }[] }
)
