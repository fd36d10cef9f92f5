// A line number of the text → a link to it in the editor.

import { Link } from '@tanstack/react-router'
import { words } from '../words.ts'
import styles from '../studio.module.css'

interface LineLinkProps {
  readonly line: number
  /** The target's name, for screen readers. */
  readonly of: string
}

export function LineLink({ line, of }: LineLinkProps) {
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
