// Whoever listens while expressions are checked hears what may be named in each of them, and what every name in them
// was found to mean. Resolving a name and telling where it is used are then one and the same.

import type { Span } from '../../text/source.ts'
import type { HeardName, Scope } from '../expression.ts'

export function hear({ catalogue }: Scope, span: Span, name: HeardName): void {
  catalogue.listener?.name(span, name)
}
