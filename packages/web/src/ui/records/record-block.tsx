// A record's page: title and actions on top, texts and related lists in the middle, properties at the side. Without
// middle content, the properties are the page.

import { Group, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useMemo, type ReactNode } from 'react'
import type { AppRecord, AppScreen, RecordPageData } from '@ninefold/core/contract/wire/app.ts'
import type { AppColumn } from '@ninefold/core/contract/wire/display.ts'
import { isSaidByTitle } from '../../client/records/values-in-title.ts'
import { isRecord } from '../../client/lists/row-ids.ts'
import { useExpected, withExpected } from '../../client/query/optimistic-update.ts'
import { recordQuery, refetchInterval, type Parameters } from '../../client/query/queries.ts'
import { timelineOrder } from '../../client/records/timeline.ts'
import { useApp } from '../app-context.ts'
import { lazyPart } from '../connection/lazy-part.tsx'
import { LiveSign } from '../connection/live-sign.tsx'
import { AddressButton, Cell } from '../entities/cells.tsx'
import { pictureIn } from '../entities/file-face.tsx'
import { FailingState, isGone } from '../errors.tsx'
import { Doors } from '../roles/doors.tsx'
import { ChangingCells } from '../screens/cells/changing-cells.tsx'
import { leaveRecord } from '../screens/record/use-pile.ts'
import { RowOfPage } from '../screens/lists/row-of-page.ts'
import { useTitle } from '../use-title.ts'
import { words } from '../words/words.ts'
import { BeginningLine } from './changes.tsx'
import { Properties } from './properties.tsx'
import { RecordActions } from './record-actions.tsx'
import { RecordHistory } from './record-history.tsx'
import { putInFront, rememberSeen } from './record-in-front.ts'
import { RecordPageContext, type RecordPage } from './record-page.ts'
import { Trail } from './trail.tsx'
import { RecordTitle, TextInPlace } from './title.tsx'
import styles from './record.module.css'

const FollowButton = lazyPart(() => import('./follow-button.tsx'), { missingAs: 'line' })

interface RecordBlockProps {
  readonly screen: AppScreen
  readonly block: AppRecord
  readonly index: number
  readonly parameters: Parameters
  /** Lists of the record. */
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
  const { data } = query
  const { pathname } = useLocation()
  useEffect(() => () => leaveRecord(pathname), [pathname])
  const row = useMemo(
    () => (data === undefined ? null : (withExpected([data.row], expected)[0] ?? data.row)),
    [data, expected],
  )
  const page = useMemo(
    () =>
      row === null
        ? null
        : {
            screen,
            block,
            row,
            created: data?.created,
            timeline: screen.blocks.find((each) => each.kind === 'list' && timelineOrder(each) !== null) ?? null,
          },
    [screen, block, row, data?.created],
  )
  useInFront(page, title, pathname)
  const missing = block.whenMissing?.map((part) => (typeof part === 'string' ? part : parameters[part.path])).join('')
  if (query.isError && (data === undefined || isGone(query.error)))
    return (
      <>
        {/* The record may return. */}
        <div hidden>
          <LiveSign screen={screen} />
        </div>
        <FailingState
          thrown={query.error}
          retry={() => void query.refetch()}
          isPage
          own={block.whenFailing}
          whenMissing={missing}
        />
      </>
    )
  if (data === undefined || row === null) return <RecordSkeleton />
  return (
    <RowOfPage value={row}>
      <RecordPageContext value={page}>
        <ChangingCells changes={block.changes}>
          <RecordLayout screen={screen} block={block} data={{ ...data, row }} index={index} parameters={parameters}>
            {children}
          </RecordLayout>
        </ChangingCells>
      </RecordPageContext>
    </RowOfPage>
  )
}

/** For the command palette, and the list of recent records. */
function useInFront(page: RecordPage | null, title: string, address: string): void {
  const caller = useApp().caller?.id ?? ''
  useEffect(() => {
    if (page === null) return undefined
    const { screen, block, row } = page
    return putInFront({ screen, block, row, title })
  }, [page, title])
  const isThere = page !== null
  useEffect(() => {
    if (isThere && title !== '') rememberSeen({ caller, address, title })
  }, [isThere, caller, address, title])
}

interface LayoutProps {
  readonly screen: AppScreen
  readonly block: AppRecord
  readonly data: RecordPageData
  readonly index: number
  readonly parameters: Parameters
  readonly children: ReactNode
}

function RecordLayout({ screen, block, data, index, parameters, children }: LayoutProps) {
  const { row, title } = data
  const shown = block.columns.filter(({ key }) => row.values[key] !== undefined)
  // An empty long text has nothing to read, so it is among the properties.
  const texts = shown.filter((column) => isForTheMiddle(column, row.values[column.key]))
  const state = shown.find(({ display }) => display.kind === 'state')
  const said = shown.filter((column) => isSaidByTitle(column, row.values[column.key], title))
  const buttons = shown.filter(({ isButton }) => isButton === true)
  const elsewhere = [state, ...texts, ...said, ...buttons]
  const properties = shown.filter((column) => !elsewhere.includes(column))
  const leadsOn = block.actions.some(({ progress }) => progress !== undefined)
  // A history alone stands below the properties: it is empty until something is changed.
  const history = isRecord(row) ? block.history : undefined
  const hasMiddle = texts.length > 0 || children !== undefined
  const isWithTimeline = screen.blocks.some((each) => each.kind === 'list' && timelineOrder(each) !== null)
  return (
    <article className={styles.page} data-single={!hasMiddle || undefined}>
      <Trail title={title === '' ? screen.name : title}>
        <LiveSign screen={screen} at={block.presence === true ? { screen: screen.key, index, parameters } : null} />
        {block.following !== undefined && (
          <Suspense fallback={null}>
            <FollowButton screen={screen} block={block} row={row} />
          </Suspense>
        )}
      </Trail>
      <header className={styles.head}>
        <RecordTitle screen={screen} title={title} row={row} said={said} />
        <div className={styles.acts}>
          {state !== undefined && (
            <span className={styles.state}>
              <span className="visually-hidden">{state.label}: </span>
              <Cell column={state} row={row} />
            </span>
          )}
          {buttons.map(({ key, label }) => (
            <AddressButton key={key} address={row.values[key]} label={label} isFirst={!leadsOn} />
          ))}
          <RecordActions screen={screen} block={block} row={row} />
          <Doors screen={screen} />
        </div>
      </header>
      <div className={styles.columns}>
        <section className={styles.side} aria-label={words.records.properties}>
          <Properties screen={screen} columns={properties} row={row} title={title} />
          {!isWithTimeline && !properties.some(({ key }) => key === 'createdAt') && (
            <BeginningLine created={data.created} />
          )}
        </section>
        {(hasMiddle || history !== undefined) && (
          <div className={styles.middle}>
            {texts.map((column) => (
              <section key={column.key}>
                <h2 className={texts.length > 1 ? styles.textHeading : 'visually-hidden'}>{column.label}</h2>
                <TextInPlace screen={screen} column={column} row={row} name={title} />
              </section>
            ))}
            {children}
            {history !== undefined && !isWithTimeline && <RecordHistory history={history} id={row.id} />}
          </div>
        )}
      </div>
    </article>
  )
}

/** A long text or picture needs the room. */
function isForTheMiddle({ display: { kind } }: AppColumn, value: unknown): boolean {
  if (kind === 'file') return pictureIn(value) !== null
  return (kind === 'long text' || kind === 'formatted text') && value !== null && value !== ''
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
