// A listener of the expression checker is called with each name and its meaning, so that name resolution and the index
// of uses are one.

import type { Span } from '../../text/source.ts'
import type { HeardName, Scope } from '../expression.ts'

export function hear({ catalogue }: Scope, span: Span, name: HeardName): void {
  catalogue.listener?.name(span, name)
}
