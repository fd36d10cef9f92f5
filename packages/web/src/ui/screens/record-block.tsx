// One record as a page: its title and what can be done with it on top, its texts and related lists in the
// middle, its properties at the side. On a phone the properties come before the texts.

import { Group, Skeleton, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AppColumn, AppRecord, AppScreen, RecordPageData, RowData } from '@ninefold/core/contract/app.ts'
import { useExpected, withExpected } from '../../client/expected.ts'
import { recordQuery, refetchInterval, type Parameters } from '../../client/queries.ts'
import { ActionButtons } from '../calls/calls.tsx'
import { Cell } from '../entities/cells.tsx'
import { pictureIn } from '../entities/file-face.tsx'
import { FailingState, isGone } from '../errors.tsx'
import { RecordHistory } from './record-history.tsx'
import { RowOfPage } from './row-of-page.ts'
import { useTitle } from '../use-title.ts'
import { words } from '../words.ts'
import styles from './record.module.css'

interface RecordBlockProps {
  readonly screen: AppScreen
  readonly block: AppRecord
  readonly index: number
  readonly parameters: Parameters
  /** Lists that belong to the record. */
  readonly children?: ReactNode
}

export function RecordBlock({ screen, block, index, parameters, children }: RecordBlockProps) {
  const query = useQuery({
    ...recordQuery(screen.key, index, block, parameters),
    refetchInterval: refetchInterval(screen),
  })
  const expected = useExpected(screen.key)
  const title = query.data?.title ?? ''
  useTitle(title === '' ? screen.name : title)
  if (query.isError && (query.data === undefined || isGone(query.error)))
    return <FailingState thrown={query.error} retry={() => void query.refetch()} isPage own={block.whenFailing} />
  if (query.data === undefined) return <RecordSkeleton />
  const row = withExpected([query.data.row], expected)[0] ?? query.data.row
  return (
    <RowOfPage value={row}>
      <RecordLayout screen={screen} block={block} data={{ ...query.data, row }}>
        {children}
      </RecordLayout>
    </RowOfPage>
  )
}

function RecordLayout({
  screen,
  block,
  data,
  children,
}: {
  readonly screen: AppScreen
  readonly block: AppRecord
  readonly data: RecordPageData
  readonly children: ReactNode
}) {
  const { row, title } = data
  const shown = block.columns.filter(({ key }) => row.values[key] !== undefined)
  // A long text that is empty has nothing to read: it stands among the properties.
  const texts = shown.filter((column) => isForTheMiddle(column, row.values[column.key]))
  const state = shown.find(({ display }) => display.kind === 'state')
  const properties = shown.filter(
    (column) => column !== state && !texts.includes(column) && !isSaidByTitle(column, row, title),
  )
  const hasMiddle = texts.length > 0 || children !== undefined || block.history !== undefined
  return (
    <article className={styles.page}>
      <header className={styles.head}>
        <div className={styles.titleLine}>
          <Title order={1} className={styles.title}>
            {title === '' ? screen.name : title}
          </Title>
          {state !== undefined && (
            <span>
              <span className="visually-hidden">{state.label}: </span>
              <Cell column={state} row={row} />
            </span>
          )}
        </div>
        <Group gap="xs" className={styles.actions}>
          <ActionButtons screen={screen} actions={block.actions} row={row} />
          <ActionButtons screen={screen} actions={screen.actions} row={null} />
        </Group>
      </header>
      <div className={styles.columns} data-single={!hasMiddle || undefined}>
        <section className={styles.side} aria-label={words.screens.properties}>
          <dl className={styles.properties}>
            {properties.map((column) => (
              <div key={column.key} className={styles.property}>
                <dt>{column.label}</dt>
                <dd>
                  <Cell column={column} row={row} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
        {hasMiddle && (
          <div className={styles.middle}>
            {texts.map((column) => (
              <section key={column.key}>
                <h2 className={texts.length > 1 ? styles.textHeading : 'visually-hidden'}>{column.label}</h2>
                <Cell column={column} row={row} />
              </section>
            ))}
            {children}
            {block.history !== undefined && <RecordHistory history={block.history} id={row.id} />}
          </div>
        )}
      </div>
    </article>
  )
}

/** What is to be read or looked at needs the room. */
function isForTheMiddle({ display: { kind } }: AppColumn, value: unknown): boolean {
  if (kind === 'file') return pictureIn(value) !== null
  return (kind === 'long text' || kind === 'formatted text') && value !== null && value !== ''
}

/** A text, or the number that a record has in its address: what the page's title already says needs no second place. */
function isSaidByTitle({ key, display }: AppColumn, row: RowData, title: string): boolean {
  const value = row.values[key]
  const isText = display.kind === 'text' && typeof value === 'string'
  if (!isText && !(key in row.keys)) return false
  return String(value).length > 2 && title.includes(String(value))
}

function RecordSkeleton() {
  return (
    <Stack gap="lg" aria-busy="true" aria-label={words.loading} role="status">
      <Skeleton h={24} w="55%" />
      <Group gap="xs">
        <Skeleton h={30} w={80} />
        <Skeleton h={30} w={110} />
        <Skeleton h={30} w={90} />
      </Group>
      <div className={styles.columns}>
        <div className={styles.side}>
          <Stack gap="md">
            {Array.from({ length: 6 }, (_, index) => (
              <Skeleton key={index} h={12} w={`${80 - index * 6}%`} />
            ))}
          </Stack>
        </div>
        <Stack gap="sm" className={styles.middle}>
          <Skeleton h={12} />
          <Skeleton h={12} w="92%" />
          <Skeleton h={12} w="64%" />
        </Stack>
      </div>
    </Stack>
  )
}
