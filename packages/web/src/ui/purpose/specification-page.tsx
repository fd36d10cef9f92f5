// The specification in the running application: nine points, thirteen questions with their status, and for each open
// question what to write. An empty form shows it at `/`.

import { Button, Code, Collapse, CopyButton, Text, Title } from '@mantine/core'
import { IconCheck, IconChevronRight, IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { SpecificationReport } from '@ninefold/core/contract/wire/development.ts'
import { POINT_HEADINGS, POINTS, type AnsweredQuestion, type Point } from '@ninefold/core/model/points.ts'
import { specificationQuery } from '../../client/query/queries.ts'
import { useApp } from '../app-context.ts'
import { DiagnosticView } from '../development/diagnostic-view.tsx'
import { isPreview } from '../development/preview.ts'
import { GUIDE_PAGE, STUDIO } from '../development/studio-address.ts'
import { FailingState, NotFoundState } from '../errors.tsx'
import { POINT_GUIDES, QUESTION_GUIDES } from '../points.ts'
import { useTitle } from '../use-title.ts'
import { words, type Words } from '../words/words.ts'
import { isAnswered, NineGauge, pointStanding } from './nine-gauge.tsx'
import styles from './specification-page.module.css'

/** A function, because the language may change. */
const text = (): Words['specification'] => words.specification

export function SpecificationPage() {
  const app = useApp()
  useTitle(text().title)
  const query = useQuery({ ...specificationQuery, enabled: app.mode === 'development' })
  if (app.mode !== 'development') return <NotFoundState />
  if (query.isError && query.data === undefined)
    return <FailingState thrown={query.error} retry={() => void query.refetch()} isPage />
  const report = query.data
  const questions = report?.questions ?? app.questions
  const file = report?.file ?? ''
  const answered = questions.filter(isAnswered).length
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <NineGauge
          questions={questions}
          label={text().gauge(POINTS.filter((point) => pointStanding(questions, point) === 'answered').length)}
        />
        <div>
          <Title order={1}>{app.name}</Title>
          <Text c="dimmed" maw={560} mt={4}>
            {answered === 0
              ? text().introEmpty(file)
              : answered === questions.length
                ? text().introFull(file)
                : text().intro(file)}
          </Text>
          <Text fw={600} mt={10} size="sm">
            {text().answered(answered, questions.length)}
          </Text>
          {answered < questions.length && !isPreview() && (
            <Button component={Link} to={`${STUDIO}/${GUIDE_PAGE}`} mt={12}>
              {text().begin}
            </Button>
          )}
        </div>
      </header>
      {answered === 0 && <FirstStep />}
      <ol className={styles.points}>
        {POINTS.map((point) => (
          <PointSection
            key={point}
            point={point}
            questions={questions.filter((question) => question.point === point)}
          />
        ))}
      </ol>
      {report !== undefined && <Diagnostics report={report} />}
      <Text size="xs" c="dimmed">
        {text().onlyDevelopment}
      </Text>
    </div>
  )
}

function FirstStep() {
  const guide = QUESTION_GUIDES['Entities and fields']
  return (
    <section className={styles.firstStep} aria-labelledby="first-step">
      <Title order={2} id="first-step">
        {text().firstStep}
      </Title>
      <Text size="sm" c="dimmed" mt={2} mb={10}>
        {text().firstStepText}
      </Text>
      <Example example={guide.example} />
    </section>
  )
}

function PointSection({
  point,
  questions,
}: {
  readonly point: Point
  readonly questions: readonly AnsweredQuestion[]
}) {
  const { number, title } = POINT_HEADINGS[point]
  return (
    <li className={styles.point}>
      <div className={styles.number} data-standing={pointStanding(questions, point)} aria-hidden="true">
        {number}
      </div>
      <section className={styles.pointContent} aria-labelledby={`point-${number}`}>
        <h2 id={`point-${number}`} className={styles.pointTitle}>
          {title}
        </h2>
        <p className={styles.shownAs}>{POINT_GUIDES[point].shownAs}</p>
        <ul className={styles.questions}>
          {questions.map((question) => (
            <QuestionRow key={question.question} question={question} heading={`${number}. ${title}`} />
          ))}
        </ul>
      </section>
    </li>
  )
}

function QuestionRow({ question, heading }: { readonly question: AnsweredQuestion; readonly heading: string }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const guide = QUESTION_GUIDES[question.question]
  const chip = (
    <span className={styles.chip} data-answer={question.answer} title={text().answerMeanings[question.answer]}>
      {text().answers[question.answer]}
    </span>
  )
  if (isAnswered(question)) {
    return (
      <li className={styles.question}>
        <div className={styles.questionLine}>
          <IconCheck size={15} aria-hidden="true" className={styles.check} />
          <span className={styles.questionLabel}>{question.question}</span>
          {chip}
        </div>
      </li>
    )
  }
  return (
    <li className={styles.question}>
      <button
        type="button"
        className={styles.questionLine}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <IconChevronRight size={15} aria-hidden="true" className={styles.chevron} />
        <span className={styles.questionLabel}>{question.question}</span>
        {chip}
      </button>
      <Collapse expanded={isOpen} id={id}>
        <div className={styles.guide}>
          <p>
            {guide.write} <span className={styles.quiet}>{text().writeUnder(heading)}</span>
          </p>
          <Example example={guide.example} />
        </div>
      </Collapse>
    </li>
  )
}

function Example({ example }: { readonly example: string }) {
  return (
    <div className={styles.example}>
      <Code block tabIndex={0} className={styles.code}>
        {example}
      </Code>
      <CopyButton value={example}>
        {({ copied, copy }) => (
          <Button
            className={styles.copy}
            variant="default"
            size="compact-xs"
            leftSection={copied ? <IconCheck size={13} /> : <IconCopy size={13} />}
            onClick={copy}
          >
            {copied ? words.copied : words.copy}
          </Button>
        )}
      </CopyButton>
    </div>
  )
}

const SEVERITIES = ['error', 'warning', 'note'] as const

function Diagnostics({ report }: { readonly report: SpecificationReport }) {
  const shown = SEVERITIES.map((severity) => ({
    severity,
    found: report.diagnostics.filter((each) => each.severity === severity),
  })).filter(({ found }) => found.length > 0)
  return (
    <section aria-labelledby="diagnostics" className={styles.diagnostics}>
      <Title order={2} id="diagnostics">
        {text().diagnostics}
      </Title>
      {shown.length === 0 && (
        <Text c="dimmed" size="sm">
          {text().noDiagnostics}
        </Text>
      )}
      {shown.map(({ severity, found }) => (
        <div key={severity}>
          <h3 className={styles.severity}>
            {text().severities[severity]} <span className={styles.quiet}>{found.length}</span>
          </h3>
          <ul className={styles.found}>
            {found.map((each) => (
              <li key={`${each.number} ${each.file} ${each.line} ${each.column}`}>
                <DiagnosticView found={each} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
