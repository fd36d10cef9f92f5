// Progress of the specification: the nine points with their questions, the diagnostics, and the most blocking open
// questions.

import { Code, Text, Title } from '@mantine/core'
import { openQuestions } from '@ninefold/core/questions/open-questions.ts'
import type { OpenQuestion } from '@ninefold/core/questions/open-question.ts'
import type { Document } from '@ninefold/core/service/document.ts'
import { SpecificationPage } from '../ui/purpose/specification-page.tsx'
import { SourceLink } from './editor/source-link.tsx'
import type { OpenFile } from './editor/use-document.ts'
import { words } from './words.ts'
import styles from './studio.module.css'

/** As many as a person can take in. */
const QUESTIONS_SHOWN = 12
const WAITING_SHOWN = 4

export function Overview({ open }: { readonly open: OpenFile }) {
  return (
    <div className={styles.overview}>
      <SpecificationPage />
      <Questions document={open.document} />
    </div>
  )
}

function Questions({ document }: { readonly document: Document }) {
  const questions = openQuestions(document.compiled)
  return (
    <section aria-labelledby="next-questions" className={styles.page}>
      <div>
        <Title order={2} id="next-questions">
          {words.questions}
        </Title>
        <Text c="dimmed" size="sm">
          {questions.length === 0 ? words.noQuestions : words.questionsNote}
        </Text>
      </div>
      <ol className={styles.cards}>
        {questions.slice(0, QUESTIONS_SHOWN).map((question) => (
          <QuestionCard key={`${question.span.start} ${question.question}`} question={question} document={document} />
        ))}
      </ol>
      {questions.length > QUESTIONS_SHOWN && (
        <Text c="dimmed" size="sm">
          {words.more(questions.length - QUESTIONS_SHOWN)}
        </Text>
      )}
    </section>
  )
}

function QuestionCard({ question, document }: { readonly question: OpenQuestion; readonly document: Document }) {
  const { waiting, answers, standing } = question
  return (
    <li className={styles.card}>
      <div className={styles.cardHead}>
        <Text fw={600} size="sm">
          {question.question}
        </Text>
        <span className={styles.rule} data-kind={standing === 'open' ? undefined : 'provisional'}>
          {words.standings[standing]}
        </span>
        <SourceLink document={document} span={question.span} of={question.question} />
      </div>
      {waiting.length > 0 && (
        <>
          <Text size="xs" c="dimmed" mt={6}>
            {words.waits(waiting.length)}
          </Text>
          <ul className={styles.plainList}>
            {waiting.slice(0, WAITING_SHOWN).map(({ why, span }) => (
              <li key={`${span.start} ${why}`} className={styles.small}>
                {why} <SourceLink document={document} span={span} of={why} />
              </li>
            ))}
            {waiting.length > WAITING_SHOWN && (
              <li className={`${styles.small} ${styles.soft}`}>{words.more(waiting.length - WAITING_SHOWN)}</li>
            )}
          </ul>
        </>
      )}
      {answers.length > 0 && (
        <Text size="xs" mt={6}>
          {words.possible}{' '}
          {answers.map((answer) => (
            <Code key={answer} me={6}>
              {answer}
            </Code>
          ))}
        </Text>
      )}
    </li>
  )
}
