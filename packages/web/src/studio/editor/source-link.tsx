// A thing of the specification → the line of the text that states it.

import type { Document } from '@ninefold/core/service/document.ts'
import type { Span } from '@ninefold/core/text/source.ts'
import { LineLink } from './line-link.tsx'
import { lineAt } from './use-document.ts'

interface SourceLinkProps {
  readonly document: Document
  readonly span: Span
  /** The subject, for those who hear the link without its surroundings. */
  readonly of: string
}

export function SourceLink({ document, span, of }: SourceLinkProps) {
  // Nobody has written what is provisional.
  if (span.end === 0) return null
  return <LineLink line={lineAt(document, span)} of={of} />
}
