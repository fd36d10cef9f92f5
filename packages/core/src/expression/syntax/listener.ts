// Whoever listens while expressions are checked hears what may be named in each of them, and what every name in them
// was found to mean. Resolving a name and telling where it is used are then one and the same.

import type { Span, Written } from '../../text/source.ts'
import type { Expression, Scope, ValueType } from '../expression.ts'

/** A name in an expression. `of`: the entity of a field, the surroundings of a variable (`Scope.owner`). */
export type HeardName =
  | {
      readonly kind: 'item' | 'variable' | 'field' | 'constant' | 'entity' | 'lookup' | 'shape' | 'function' | 'role'
      readonly name: string
      readonly of?: string | null
      readonly type: ValueType
      readonly isOptional: boolean
    }
  /** The name that `exists(x, …)` gives to each item; it stands for something inside `within`. */
  | { readonly kind: 'new item'; readonly name: string; readonly type: ValueType; readonly within: Span }
  /** Whatever stands after a dot; `type` is that of what stands before. */
  | { readonly kind: 'after dot'; readonly name: string; readonly type: ValueType }
  /** Nothing is called so; `bound` are the items around. */
  | { readonly kind: 'unknown'; readonly name: string; readonly bound: ReadonlyMap<string, ValueType> }

export interface Listener {
  /** Before it is read, so that an expression that cannot be read is heard of as well. */
  expression(written: Written, scope: Scope, expected: ValueType | null): void
  name(span: Span, name: HeardName): void
  /** A whole expression without mistakes. */
  typed(expression: Expression): void
}

export function hear({ catalogue }: Scope, span: Span, name: HeardName): void {
  catalogue.listener?.name(span, name)
}
