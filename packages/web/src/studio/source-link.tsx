// A thing of the specification → the line of the text that states it.

import { Link } from '@tanstack/react-router'
import type { Document } from '@ninefold/core/service/document.ts'
import type { Span } from '@ninefold/core/text/source.ts'
import { lineAt } from './use-document.ts'
import styles from './studio.module.css'
import { words } from './words.ts'

interface SourceLinkProps {
  readonly document: Document
  readonly span: Span
  /** What it is, for those who hear the link without its surroundings. */
  readonly of: string
}

export function SourceLink({ document, span, of }: SourceLinkProps) {
  // Nobody has written what is provisional.
  if (span.end === 0) return null
  const line = lineAt(document, span)
  return (
    <Link
      to="/_ninefold/editor"
      search={{ line: String(line) }}
      className={styles.source}
      aria-label={words.lineOf(of, line)}
    >
      {words.line(line)}
    </Link>
  )
}
