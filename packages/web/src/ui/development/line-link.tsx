// A line of the specification → a link to it in the editor.

import { Link } from '@tanstack/react-router'
import { words } from './bar-words.ts'
import styles from './authors-bar.module.css'

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
      className={styles.line}
      aria-label={words.lineOf(of, line)}
    >
      {words.line(line)}
    </Link>
  )
}
