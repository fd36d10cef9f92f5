// A listener of the checker of expressions hears the names at hand in each of them, and the meaning of each name.
// Resolving a name and telling where it is used are then one and the same.

import type { Span } from '../../text/source.ts'
import type { HeardName, Scope } from '../expression.ts'

export function hear({ catalogue }: Scope, span: Span, name: HeardName): void {
  catalogue.listener?.name(span, name)
}
