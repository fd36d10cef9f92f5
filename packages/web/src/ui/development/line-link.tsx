// A line of the specification → a link to it in the editor.

import { Link } from '@tanstack/react-router'
import type { LineOfText } from '@ninefold/core/contract/wire/development.ts'
import { words } from './bar-words.ts'
import styles from './authors-bar.module.css'

interface LineLinkProps {
  readonly line: LineOfText
  /** The target's name, for screen readers. */
  readonly of: string
  /** Muted: it stands beside many others. */
  readonly tone?: 'link' | 'muted'
}

export function LineLink({ line, of, tone = 'link' }: LineLinkProps) {
  return (
    <Link
      to="/_ninefold/editor"
      search={{ line: String(line) }}
      className={styles.line}
      data-tone={tone}
      aria-label={words.lineOf(of, line)}
    >
      {words.line(line)}
    </Link>
  )
}
