// A line of the text, by its number → the way to it in the editor.

import { Link } from '@tanstack/react-router'
import { words } from '../words.ts'
import styles from '../studio.module.css'

interface LineLinkProps {
  readonly line: number
  /** The contents of the place, for those who hear the link without its surroundings. */
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
