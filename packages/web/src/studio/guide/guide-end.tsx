// After the last question: what is stated, what is open, and the next steps.

import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Document } from '@ninefold/core/service/document.ts'
import { isAnswered } from '../../ui/purpose/nine-gauge.tsx'
import { guideWords, plainQuestions } from './guide-words.ts'
import type { Guiding } from './use-guiding.ts'
import styles from './guide.module.css'

interface GuideEndProps {
  readonly document: Document
  readonly file: string
  readonly guiding: Guiding
}

export function GuideEnd({ document, file, guiding }: GuideEndProps) {
  const { questions } = document.compiled
  const left = questions.filter((asked) => !isAnswered(asked))
  const answered = questions.length - left.length
  return (
    <main id="content" tabIndex={-1} className={styles.step}>
      <div className={styles.question}>
        <h2>{answered === 0 ? guideWords.doneNone : guideWords.done}</h2>
        <p>{guideWords.doneNote(answered, left.length, file)}</p>
      </div>
      {left.length > 0 && (
        <div>
          <p className={styles.small}>{guideWords.leftOpen}</p>
          <ul className={styles.left}>
            {left.map(({ question }) => (
              <li key={question}>
                <Button variant="default" size="compact-sm" onClick={() => guiding.go(question)}>
                  {plainQuestions[question].ask}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className={styles.foot}>
        <Button component={Link} to="/">
          {guideWords.open}
        </Button>
        <Button component={Link} to="/_ninefold/editor" variant="default">
          {guideWords.writeOn}
        </Button>
        <Button component={Link} to="/_ninefold" variant="subtle">
          {guideWords.overview}
        </Button>
      </div>
    </main>
  )
}
