// One question: in plain words, with suggested answers, the present answer, and navigation.

import { Button, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Edit } from '@ninefold/core/diagnostic/diagnostic.ts'
import { POINT_HEADINGS, type QuestionLabel } from '@ninefold/core/model/points.ts'
import type { Document } from '@ninefold/core/service/document.ts'
import { suggestionsFor, noneFor } from '@ninefold/core/suggest/suggestions.ts'
import type { Suggestion } from '@ninefold/core/suggest/suggestion.ts'
import { pointOf, writeAnswer } from '@ninefold/core/suggest/write-answer.ts'
import { isAnswered } from '../../ui/purpose/nine-gauge.tsx'
import { GuideAnswer, NotInTables } from './guide-answer.tsx'
import { guideWords, plainQuestions } from './guide-words.ts'
import type { TextHistory } from '../editor/table-grid.tsx'
import type { Guiding } from './use-guiding.ts'
import type { Saving } from '../editor/use-saving.ts'
import styles from './guide.module.css'

interface GuideStepProps {
  readonly question: QuestionLabel
  /** With the pending answer. */
  readonly document: Document
  /** As in the file. */
  readonly saved: Document
  readonly saving: Saving
  readonly guiding: Guiding
  readonly replace: (text: string) => void
  readonly history: TextHistory
}

export function GuideStep(props: GuideStepProps) {
  const { question, document, saved, saving, guiding, replace, history } = props
  const [taken, setTaken] = useState<string | null>(null)
  const { ask, why } = plainQuestions[question]
  const wasAnswered = saved.compiled.questions.some((each) => each.question === question && isAnswered(each))
  const take = (name: string, pieces: Suggestion['pieces']): void => {
    setTaken(name)
    replace(writeAnswer(withName(saved.text, saved, document), pieces))
  }
  return (
    <main id="content" tabIndex={-1} className={styles.step}>
      <div className={styles.question}>
        <h2>{ask}</h2>
        <p>{why}</p>
        <p className={styles.small}>{guideWords.formLabel(question, POINT_HEADINGS[pointOf(question)].number)}</p>
      </div>
      {wasAnswered ? (
        <p className={styles.small}>{guideWords.isAnswered}</p>
      ) : (
        <Suggestions question={question} saved={saved} taken={saving.isUnsaved ? taken : null} take={take} />
      )}
      {question === 'Purpose' && (
        <Purpose
          key={taken}
          document={document}
          write={(text) => replace(withPurpose(document, text))}
          rename={(edit) => history.change([edit])}
        />
      )}
      <GuideAnswer question={question} document={document} saved={saved} history={history} replace={replace} />
      <NotInTables document={document} />
      <Foot
        document={document}
        saving={saving}
        guiding={guiding}
        none={wasAnswered ? null : noneFor(question)}
        take={take}
        takeBack={() => {
          setTaken(null)
          replace(saved.text)
        }}
      />
    </main>
  )
}

interface SuggestionsProps {
  readonly question: QuestionLabel
  readonly saved: Document
  readonly taken: string | null
  readonly take: (name: string, pieces: Suggestion['pieces']) => void
}

function Suggestions({ question, saved, taken, take }: SuggestionsProps) {
  const suggestions = suggestionsFor(question, saved.compiled.draft, {
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
  if (suggestions.length === 0) return <p className={styles.small}>{guideWords.noExamples}</p>
  return (
    <section aria-labelledby="examples">
      <h3 id="examples">{taken === null ? guideWords.examples : guideWords.another}</h3>
      <ul className={styles.examples} data-taken={taken !== null || undefined}>
        {suggestions.map(({ title, note, pieces }) => (
          <li key={title}>
            <button
              type="button"
              className={styles.example}
              aria-pressed={taken === title}
              onClick={() => take(title, pieces)}
            >
              <strong>{title}</strong>
              <span>{note}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface PurposeProps {
  readonly document: Document
  readonly write: (text: string) => void
  readonly rename: (edit: Edit) => void
}

/** The purpose is a text and not a table. */
function Purpose({ document, write, rename }: PurposeProps) {
  const [typed, setTyped] = useState(document.compiled.draft.purpose.purpose?.text ?? '')
  return (
    <>
      <AppName document={document} rename={rename} />
      <Textarea
        label={guideWords.own}
        placeholder={guideWords.purposePlaceholder}
        autosize
        minRows={2}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          write(currentTarget.value)
        }}
      />
    </>
  )
}

/** Initially named after its file. */
function AppName({ document, rename }: { readonly document: Document; readonly rename: (edit: Edit) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  const written = document.compiled.draft.name
  if (written === null) return null
  return (
    <TextInput
      label={guideWords.appName}
      value={typed !== null && typed.trim() === written.text ? typed : written.text}
      onChange={({ currentTarget }) => {
        const next = currentTarget.value
        setTyped(next)
        // A heading without text is invalid, so it keeps its last text.
        if (next.trim() !== '') rename({ span: written.span, text: next.trim() })
      }}
      onBlur={() => setTyped(null)}
    />
  )
}

function withPurpose({ text, compiled }: Document, typed: string): string {
  const words = typed.replace(/\s+/g, ' ').trim()
  const stated = compiled.draft.purpose.purpose
  if (words === '') return text
  if (stated !== null) return text.slice(0, stated.span.start) + words + text.slice(stated.span.end)
  return writeAnswer(text, [{ kind: 'label', question: 'Purpose', text: `**Purpose:** ${words}` }])
}

/** A new answer replaces the previous one, but keeps the entered name. */
function withName(text: string, saved: Document, { compiled }: Document): string {
  const before = saved.compiled.draft.name
  const now = compiled.draft.name
  return before === null || now === null
    ? text
    : text.slice(0, before.span.start) + now.text + text.slice(before.span.end)
}

interface FootProps {
  readonly document: Document
  readonly saving: Saving
  readonly guiding: Guiding
  readonly none: Suggestion['pieces'] | null
  readonly take: SuggestionsProps['take']
  readonly takeBack: () => void
}

function Foot({ document, saving, guiding, none, take, takeBack }: FootProps) {
  const errors = document.compiled.diagnostics.filter(({ severity }) => severity === 'error').length
  const isOpen = document.compiled.questions.some((each) => each.question === guiding.question && !isAnswered(each))
  const goOn = (): void => {
    if (saving.isUnsaved) void saving.begin('what concerns data')
    else guiding.goOn(document.text)
  }
  return (
    <div className={styles.foot}>
      {saving.isUnsaved || !isOpen ? (
        <Button loading={saving.isBusy} onClick={goOn}>
          {saving.isUnsaved ? guideWords.write : guideWords.goOn}
        </Button>
      ) : (
        <>
          {none !== null && (
            <Button variant="default" onClick={() => take('', none)}>
              {guideWords.none}
            </Button>
          )}
          <Button variant="default" onClick={guiding.skip}>
            {guideWords.skip}
          </Button>
        </>
      )}
      {saving.isUnsaved && (
        <Button variant="subtle" onClick={takeBack}>
          {guideWords.takeBack}
        </Button>
      )}
      {errors > 0 && (
        <span role="status" className={styles.errors}>
          {guideWords.hasErrors(errors)}
        </span>
      )}
    </div>
  )
}
