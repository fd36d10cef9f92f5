// The thirteen questions as a strip, with their status and links.

import { POINT_HEADINGS, type AnsweredQuestion } from '@ninefold/core/model/points.ts'
import type { Document } from '@ninefold/core/service/document.ts'
import { isAnswered } from '../../ui/purpose/nine-gauge.tsx'
import { guideWords, plainQuestions } from './guide-words.ts'
import type { Guiding } from './use-guiding.ts'
import styles from './guide.module.css'

interface GuideStripProps {
  readonly document: Document
  readonly guiding: Guiding
}

export function GuideStrip({ document, guiding }: GuideStripProps) {
  return (
    <nav aria-label={guideWords.questions}>
      <ol className={styles.strip}>
        {document.compiled.questions.map((asked) => (
          <li key={asked.question}>
            <button
              type="button"
              className={styles.mark}
              data-standing={isAnswered(asked) ? 'answered' : guiding.skipped.has(asked.question) ? 'skipped' : 'open'}
              aria-current={asked.question === guiding.question ? 'step' : undefined}
              title={plainQuestions[asked.question].ask}
              aria-label={`${POINT_HEADINGS[asked.point].number}. ${plainQuestions[asked.question].ask} (${standingOf(asked, guiding)})`}
              onClick={() => guiding.go(asked.question)}
            >
              {POINT_HEADINGS[asked.point].number}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function standingOf({ question, answer }: AnsweredQuestion, { skipped }: Guiding): string {
  const isLeft = answer === 'open' || answer === 'provisional'
  return isLeft && skipped.has(question) ? guideWords.skippedOne : guideWords.standings[answer]
}
