// A thing of the specification → a link to its line in the text.

import type { Document } from '@ninefold/core/service/document.ts'
import type { Span } from '@ninefold/core/text/source.ts'
import { LineLink } from '../../ui/development/line-link.tsx'
import { lineAt } from './use-document.ts'

interface SourceLinkProps {
  readonly document: Document
  readonly span: Span
  /** The target's name, for screen readers. */
  readonly of: string
}

export function SourceLink({ document, span, of }: SourceLinkProps) {
  // Provisional parts are not in the text.
  if (span.end === 0) return null
  return <LineLink line={lineAt(document, span)} of={of} tone="muted" />
}
