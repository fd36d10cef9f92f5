// A line of the specification → the way to it in the editor.

import { Link } from '@tanstack/react-router'
import { words } from './bar-words.ts'
import styles from './authors-bar.module.css'

interface LineLinkProps {
  readonly line: number
  /** Name of the target, for those who hear the link without its surroundings. */
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
