// Note above a screen that development generates because none is stated.

import { IconSparkles } from '@tabler/icons-react'
import { POINT_HEADINGS, QUESTIONS } from '@ninefold/core/model/points.ts'
import { words } from '../words/words.ts'
import styles from './screens.module.css'

/** Says that nobody stated this screen, and names the question that would settle it. */
export default function ProvisionalNote() {
  const question = QUESTIONS.find(({ point }) => point === 'screens')?.label ?? ''
  const heading = POINT_HEADINGS.screens
  return (
    <aside className={styles.provisional} aria-label={words.screens.provisional}>
      <IconSparkles size={16} aria-hidden="true" />
      <div>
        <strong>{words.screens.provisional}.</strong> {words.screens.provisionalScreen}{' '}
        {words.screens.provisionalSettle(question, `${heading.number}. ${heading.title}`)}
      </div>
    </aside>
  )
}
