// Words of the author on a screen, as formatted text, with their heading if they have one.

import { Suspense } from 'react'
import { lazyPart } from '../../connection/lazy-part.tsx'
import styles from './text-block.module.css'

const FormattedText = lazyPart(
  () => import('../../entities/formatted-text.tsx').then((module) => ({ default: module.FormattedText })),
  { missingAs: 'line' },
)

interface TextBlockProps {
  readonly text: string
  /** Empty: without a heading. */
  readonly title: string
}

export function TextBlock({ text, title }: TextBlockProps) {
  return (
    <section className={styles.text} {...(title === '' ? {} : { 'aria-label': title })}>
      {title !== '' && <h2 className={styles.title}>{title}</h2>}
      {/* Until the parser is loaded, the words take their place unseen. */}
      <Suspense fallback={<p className={styles.coming}>{text}</p>}>
        <FormattedText text={text} isOfAuthor />
      </Suspense>
    </section>
  )
}
