// One diagnostic: number, message, the line with the marked part, and a button for its quick fix.

import type { ReportedDiagnostic } from '@ninefold/core/contract/wire/development.ts'
import { AUTHORS_LANGUAGE } from './authors-language.ts'
import { RemedyButton } from './remedy-button.tsx'
import styles from './development.module.css'

export function DiagnosticView({ found }: { readonly found: ReportedDiagnostic }) {
  const { excerpt, from, to } = found
  return (
    <div {...AUTHORS_LANGUAGE} className={styles.diagnostic} data-severity={found.severity}>
      <div className={styles.message}>
        <span className={styles.number}>{found.number}</span>
        <span>{found.message}</span>
      </div>
      <div className={styles.place}>
        {found.file}:{found.line}:{found.column}
      </div>
      {excerpt !== '' && (
        <pre className={styles.excerpt}>
          <code>
            {excerpt.slice(0, from - 1)}
            <mark>{excerpt.slice(from - 1, to - 1)}</mark>
            {excerpt.slice(to - 1)}
          </code>
        </pre>
      )}
      {found.hint !== null && <div className={styles.hint}>{found.hint}</div>}
      {found.remedy !== undefined && <RemedyButton found={found} remedy={found.remedy} />}
    </div>
  )
}
