// Health of the application as figures: database, revision, due work, and requests.

import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { healthQuery } from '../../client/operation.ts'
import { useApp } from '../app-context.ts'
import { FailingState } from '../errors.tsx'
import { type Formats, useFormats } from '../formats.ts'
import { operationText } from '../roles/page-words.ts'
import { useNow } from '../ticking.ts'
import styles from './operation.module.css'

const REVISION_SHOWN = 12

export function HealthTab() {
  const query = useQuery(healthQuery)
  const formats = useFormats()
  const { language } = useApp()
  const now = useNow()
  if (query.isError && query.data === undefined)
    return <FailingState thrown={query.error} retry={() => void query.refetch()} />
  if (query.data === undefined) return null
  const { database, revision, servedSince, sessions, queues, requests } = query.data
  const text = operationText().health
  const { count } = formats
  const when = (at: string): string => formats.moment(at, now)?.relative ?? at
  return (
    <div className={styles.figures}>
      <Group title={text.application}>
        <Figure name={text.revision}>
          <code title={revision}>{revision.slice(0, REVISION_SHOWN)}</code>
        </Figure>
        <Figure name={text.since}>{servedSince === null ? text.notServed : when(servedSince)}</Figure>
        {sessions !== null && <Figure name={text.sessions}>{count(sessions)}</Figure>}
      </Group>
      <Group title={text.database}>
        <Figure name={text.version}>{database.version.split(' ')[0]}</Figure>
        <Figure name={text.size}>{sizeInWords(database.bytes, language)}</Figure>
        <Figure name={text.connections}>{text.ofAll(count(database.busy), count(database.connections))}</Figure>
        <Figure name={text.waitingForConnection} isBad={database.waiting > 0}>
          {count(database.waiting)}
        </Figure>
      </Group>
      <Group title={text.due}>
        {queues.map(({ kind, due, failed, oldestSeconds }) => (
          <Figure
            key={kind}
            name={text.kinds[kind] ?? kind}
            note={[
              ...(failed > 0 ? [text.failed(count(failed))] : []),
              ...(due > 0 ? [text.oldest(lateness(formats, oldestSeconds))] : []),
            ]}
            isBad={failed > 0}
          >
            {count(due)}
          </Figure>
        ))}
      </Group>
      <Group title={text.requests} note={text.requestsNote(when(requests.since))}>
        <Figure name={text.answered}>{count(requests.answered)}</Figure>
        <Figure name={text.refused}>{count(requests.refused)}</Figure>
        <Figure name={text.failedRequests} isBad={requests.failed > 0}>
          {count(requests.failed)}
        </Figure>
      </Group>
      {requests.codes.length > 0 && (
        <Group title={text.byCode}>
          {requests.codes.map(({ code, count: times }) => (
            <Figure key={code} name={code}>
              {count(times)}
            </Figure>
          ))}
        </Group>
      )}
    </div>
  )
}

function Group({
  title,
  note,
  children,
}: {
  readonly title: string
  readonly note?: string
  readonly children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.group}>
      <Title order={2} size="h4" id={id}>
        {title}
      </Title>
      {note !== undefined && <p className={styles.none}>{note}</p>}
      <dl className={styles.list}>{children}</dl>
    </section>
  )
}

interface FigureProps {
  readonly name: string
  readonly note?: readonly string[]
  readonly isBad?: boolean
  readonly children: ReactNode
}

function Figure({ name, note = [], isBad = false, children }: FigureProps) {
  return (
    <div className={styles.figure} data-bad={isBad || undefined}>
      <dt>{name}</dt>
      <dd>
        {children}
        {note.map((words) => (
          <span key={words} className={styles.noteOfFigure}>
            {words}
          </span>
        ))}
      </dd>
    </div>
  )
}

/** Seconds are left out for hours. */
function lateness({ duration }: Formats, seconds: number): string {
  const step = seconds < 60 ? 1 : seconds < 3600 ? 60 : 3600
  return duration(Math.floor(seconds / step) * step * 1000)
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

function sizeInWords(bytes: number, language: string): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const style = { style: 'unit', unit: UNITS[power] ?? 'byte', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(language, style).format(bytes / 1000 ** power)
}
