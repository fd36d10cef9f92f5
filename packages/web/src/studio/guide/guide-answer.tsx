// The answer in the text: its tables as cells, its lines as inputs, its parts with their names. All of it edits the
// text.

import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Edit } from '@ninefold/core/diagnostic/diagnostic.ts'
import type { QuestionLabel } from '@ninefold/core/model/points.ts'
import type { Document, HeadingPlace } from '@ninefold/core/service/document.ts'
import { renameableAt, renameAt } from '@ninefold/core/service/rename.ts'
import { type EditedTable, tablesBelow } from '@ninefold/core/service/table-edits.ts'
import { entityPart, OWN } from '@ninefold/core/suggest/entities.ts'
import { pointOf, writeAnswer } from '@ninefold/core/suggest/write-answer.ts'
import type { Span } from '@ninefold/core/text/source.ts'
import { guideWords } from './guide-words.ts'
import { TableGrid, type TextHistory } from '../editor/table-grid.tsx'
import { titleOf } from '../editor/table-panel.tsx'
import { lineAt } from '../editor/use-document.ts'
import styles from './guide.module.css'

interface GuideAnswerProps {
  readonly question: QuestionLabel
  readonly document: Document
  readonly saved: Document
  readonly history: TextHistory
  readonly replace: (text: string) => void
}

export function GuideAnswer({ question, document, saved, history, replace }: GuideAnswerProps) {
  if (question === 'Purpose') return null
  const groups = groupsOf(question, document, saved)
  if (groups.length === 0) return null
  return (
    <section aria-labelledby="your-answer" className={styles.answer}>
      <h3 id="your-answer">{guideWords.yourAnswer}</h3>
      {groups.map(({ heading, tables, labels }, index) => (
        // Headings may be equal while somebody types.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={styles.group}>
          {heading.part !== null && <PartName document={document} heading={heading} history={history} />}
          {labels.map(({ label, span }) => (
            <LabelInput key={label} label={label} document={document} span={span} history={history} />
          ))}
          {tables.map((table, at) => (
            <TableGrid
              // oxlint-disable-next-line react/no-array-index-key
              key={at}
              document={document}
              table={table}
              label={titleOf(document, table)}
              history={history}
            />
          ))}
        </div>
      ))}
      {question === 'Entities and fields' && (
        <Button variant="default" size="compact-sm" onClick={() => replace(withEntity(document))}>
          {guideWords.addEntity}
        </Button>
      )}
    </section>
  )
}

interface Group {
  readonly heading: HeadingPlace
  readonly tables: readonly EditedTable[]
  readonly labels: readonly { readonly label: string; readonly span: Span }[]
}

/** The contents of the question's point, then new parts in others. */
function groupsOf(question: QuestionLabel, document: Document, saved: Document): Group[] {
  const known = new Set(saved.text.split('\n'))
  const isNew = ({ start, end }: Span): boolean =>
    document.text
      .slice(start, end)
      .split('\n')
      .some((line) => !known.has(line))
  const point = pointOf(question)
  const ownFirst = [...document.headings].sort((a, b) => Number(b.point === point) - Number(a.point === point))
  return ownFirst.flatMap((heading) => {
    const isOwn = heading.point === point
    const tables = tablesBelow(document, heading).filter(({ span }) => isOwn || isNew(span))
    const labels = heading.part === null ? [] : labelsBelow(heading).filter(({ span }) => isOwn || isNew(span))
    return tables.length + labels.length === 0 ? [] : [{ heading, tables, labels }]
  })
}

function labelsBelow({ blocks }: HeadingPlace): Group['labels'] {
  return blocks.flatMap((block) => {
    if (block.kind !== 'label') return []
    const [start] = block.value.offsets
    const end = block.value.offsets.at(-1)
    return start === undefined || end === undefined ? [] : [{ label: block.label.text, span: { start, end } }]
  })
}

/** A name that does not exist yet. */
function withEntity(document: Document): string {
  const names = new Set(document.compiled.draft.entities.entities.map(({ name }) => name.text))
  let name = OWN.name
  for (let number = 2; names.has(name); number++) name = `${OWN.name}${number}`
  return writeAnswer(document.text, [
    { kind: 'besides', question: 'Entities and fields', text: entityPart({ ...OWN, name }) },
  ])
}

interface PartNameProps {
  readonly document: Document
  readonly heading: HeadingPlace
  readonly history: TextHistory
}

/** A changed name is renamed everywhere. */
function PartName({ document, heading, history }: PartNameProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const at = heading.words.end - heading.name.length
  const words = document.text.slice(heading.words.start, heading.words.end)
  if (heading.name === '' || renameableAt(document, at)?.name !== heading.name)
    return <h4 className={styles.part}>{words}</h4>
  const leave = (): void => {
    const name = (typed ?? '').trim()
    setTyped(null)
    if (name === '' || name === heading.name) return setRefusal(null)
    const renaming = renameAt(document, at, name)
    setRefusal(renaming.kind === 'refused' ? renaming.why : null)
    if (renaming.kind === 'edits') history.change(renaming.edits)
  }
  return (
    <TextInput
      className={styles.name}
      label={guideWords.nameOf(heading.part ?? '')}
      value={typed ?? heading.name}
      error={refusal}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={leave}
      onKeyDown={(event) => event.key === 'Enter' && leave()}
    />
  )
}

interface LabelInputProps {
  readonly label: string
  readonly document: Document
  readonly span: Span
  readonly history: TextHistory
}

function LabelInput({ label, document, span, history }: LabelInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const words = document.text.slice(span.start, span.end)
  const found = document.compiled.diagnostics.find(
    ({ severity, span: own }) => severity === 'error' && span.start <= own.start && own.start <= span.end,
  )
  return (
    <TextInput
      className={styles.line}
      label={label}
      value={typed !== null && typed.trim() === words ? typed : words}
      error={found?.message}
      onChange={({ currentTarget }) => {
        const next = currentTarget.value
        setTyped(next)
        // A line without a value would become another construct, so it keeps its last value.
        if (next.trim() !== '') history.change([{ span, text: next.trim() } satisfies Edit])
      }}
      onBlur={() => setTyped(null)}
    />
  )
}

/** Diagnostics outside of tables and lines, which show their own. */
export function NotInTables({ document }: { readonly document: Document }) {
  const tables = document.headings.flatMap((heading) => tablesBelow(document, heading))
  const found = document.compiled.diagnostics.filter(
    ({ severity, span }) =>
      severity === 'error' && !tables.some((table) => table.span.start <= span.start && span.start <= table.span.end),
  )
  if (found.length === 0) return null
  return (
    <ul className={styles.findings}>
      {found.map(({ number, span, message, hint }) => (
        <li key={`${number} ${span.start} ${message}`}>
          <strong>{guideWords.inText(lineAt(document, span))}:</strong> {message} {hint}
        </li>
      ))}
    </ul>
  )
}
