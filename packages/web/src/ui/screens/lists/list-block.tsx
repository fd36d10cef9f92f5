// A list: its tools, its rows as a table, as cards on a phone, or as entries, and a placeholder while they are loading,
// missing or refused. The address holds every choice.

import { Button, Group, Portal, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'
import type { AppList, AppScreen, ListData } from '@ninefold/core/contract/wire/app.ts'
import {
  ALL_PAGES,
  changeListAddress,
  isNarrowed,
  isScrolled,
  listPrefix,
  listQueryParameters,
  readListAddress,
  type ListAddress,
  type Search,
} from '../../../client/lists/list-address.ts'
import { lazyPart } from '../../connection/lazy-part.tsx'
import { cardsAsked, hasLanes } from '../../../client/lists/board-lanes.ts'
import { isReadingList } from '../../../client/lists/reading-list.ts'
import type { Parameters } from '../../../client/query/queries.ts'
import { ActionButtons } from '../../calls/calls.tsx'
import { ComposerPlace } from '../../records/composer-place.tsx'
import { useRecordPage, withoutComposed } from '../../records/record-page.ts'
import { ChosenBar } from '../../calls/chosen-bar.tsx'
import { FailingState, isGone } from '../../errors.tsx'
import { Paging, useTotal } from '../../limits.tsx'
import { Sought } from '../../inputs/sought.tsx'
import { useIsPhone } from '../../use-is-phone.ts'
import { words } from '../../words/words.ts'
import { daysToAsk, useShownDays, type ShownDays } from '../charts/calendar-address.ts'
import { ReorderingContext, useReordered } from '../reordering/reordering.ts'
import { ChooseAll, ChoosingRows } from './chosen-rows.tsx'
import { RowsSkeleton } from './list-parts.tsx'
import { pageStart, type AskedListProps, type ChangeAddress, type RowsProps } from './list-props.ts'
import { MoreCards } from '../charts/more-cards.ts'
import { Grouped } from '../columns/group-heads.tsx'
import { ListCards } from './list-cards.tsx'
import { ListEntries } from './list-entries.tsx'
import { ListMenu } from '../menu/list-menu.tsx'
import { ListTable } from './list-table.tsx'
import { hasToolbar, ListToolbar } from './list-toolbar.tsx'
import { ListTools } from './list-tools.tsx'
import { ViewTabs } from '../filters/view-tabs.tsx'
import { usePile } from '../record/use-pile.ts'
import { ColumnsContext, useListColumns, withColumns } from '../columns/use-list-columns.ts'
import { useTitleCount, useToolsPlace } from '../title-count.ts'
import { Totals, TotalsOfList } from './totals.tsx'
import { useListData, type ShownList } from './use-list-data.ts'
import styles from './lists.module.css'

interface ListBlockProps {
  readonly screen: AppScreen
  readonly block: AppList
  readonly index: number
  readonly parameters: Parameters
  /** Null: the surroundings already name the list. */
  readonly heading: string | null
  /** Accessible name of a list without a heading. */
  readonly name: string
}

export function ListBlock({ screen, block, index, parameters, heading, name }: ListBlockProps) {
  const { address, change, prefix, search } = useListAddress(screen, block, index)
  const shown = useShownDays(block, prefix, search)
  const days = block.form.kind === 'calendar' && block.form.asksDays ? daysToAsk(shown) : {}
  const asked = { ...parameters, ...listQueryParameters(address), ...days, ...cardsAsked(block) }
  const isCounted = block.form.kind === 'chart' && block.answer === null
  const list = useListData(screen, block, index, asked, address)
  const data = useTitleCount(block, list.data, { isTitled: heading === null, isNarrowed: isNarrowed(address) })
  const label = heading ?? name
  const before = isScrolled(block, address) ? 0 : pageStart(block, address)
  const place = usePile({ screen, block, index, prefix, asked, data: list.isOutdated ? undefined : data, before })
  const page = useRecordPage()
  const asChosen = useListColumns(screen, block, index, address, change)
  const { drawn, columns } = asChosen
  const isTimeline = page?.timeline === block
  // A calendar shows empty days like any others.
  const isEmpty = shown === null && isBare(data, address)
  const toolsPlace = useToolsPlace(!isEmpty && hasToolbar(block))
  const isBrief = heading !== null || toolsPlace !== null
  // An empty list shows its first actions at once. Charts and timelines are shown even if empty.
  const hasOffers = (data === undefined ? list.isError : !isEmpty) || isCounted || isTimeline
  const tools = (
    <Group gap="xs" className={styles.acts}>
      {hasOffers && (
        <ActionButtons screen={screen} actions={withoutComposed(block.offers, screen)} row={null} isSecondary />
      )}
      <Group gap={2} wrap="nowrap">
        {!isEmpty && <ListTools {...{ screen, block, index, prefix, search, change, label, asChosen, isBrief }} />}
        <ListMenu {...{ screen, block: drawn, index, label, address, change }} asked={withColumns(asked, columns)} />
      </Group>
    </Group>
  )
  return (
    <section ref={place} aria-label={label} className={styles.block} {...marksOf(block, address)}>
      {heading !== null && <Head {...{ heading, tools }} total={data?.total ?? 0} />}
      <ViewTabs {...{ screen, block, index, prefix, search, change, label, asChosen, isBrief }} />
      <div className={styles.tools}>
        {!isEmpty && (
          <ListToolbar
            {...{ screen, block, index, asked, address, change }}
            isOrdered={isSeveral(data) && !isTimeline}
          />
        )}
        {heading === null && (toolsPlace === null ? tools : <Portal target={toolsPlace}>{tools}</Portal>)}
      </div>
      <ComposerPlace screen={screen} block={block} at="head" />
      {isCounted ? (
        <Suspense fallback={<RowsSkeleton />}>
          <RecordsChart screen={screen} block={block} index={index} parameters={asked} label={label} />
        </Suspense>
      ) : list.isError && (data === undefined || isGone(list.error)) ? (
        <FailingState thrown={list.error} retry={list.again} own={block.whenFailing} />
      ) : data === undefined || asChosen.views.isWaiting ? (
        <RowsSkeleton />
      ) : (
        <div className={styles.rows} data-waiting={list.isOutdated || undefined} aria-busy={list.isOutdated}>
          <ColumnsContext value={columns}>
            <Sought value={address.search}>
              <ShownRows
                {...{ screen, block: drawn, whole: block, data, address, change, label, shown, list, index, asked }}
              />
            </Sought>
          </ColumnsContext>
        </div>
      )}
      <ComposerPlace screen={screen} block={block} at="foot" />
    </section>
  )
}

/** For styles, and for the way back to a row. */
function marksOf({ opens }: AppList, { isCompact }: ListAddress): Readonly<Record<string, string | undefined>> {
  return { 'data-list': opens === null ? undefined : '', 'data-density': isCompact === true ? 'compact' : undefined }
}

/** Without the column whose values the heads of the groups say. */
function ungrouped(block: AppList, { group }: ListAddress): AppList {
  return group === null ? block : { ...block, columns: block.columns.filter(({ key }) => key !== group) }
}

interface HeadProps {
  readonly heading: string
  readonly total: number
  readonly tools: ReactNode
}

function Head({ heading, total, tools }: HeadProps) {
  const inWords = useTotal()
  return (
    <div className={styles.blockHead}>
      <Title order={2} className={styles.heading}>
        {heading}
        {total > 0 && <span className={styles.count}>{inWords(total)}</span>}
      </Title>
      {tools}
    </div>
  )
}

const ScrolledRows = lazyPart(() => import('./scrolled-rows.tsx'))
const Board = lazyPart(() => import('../charts/board.tsx'))
const Tree = lazyPart(() => import('./tree.tsx'))
const Calendar = lazyPart(() => import('../charts/calendar.tsx'))
const RecordsChart = lazyPart(() => import('../charts/chart.tsx').then((module) => ({ default: module.RecordsChart })))
const AnswerChart = lazyPart(() => import('../charts/chart.tsx').then((module) => ({ default: module.AnswerChart })))

const NoMatches = lazyPart(() => import('../filters/no-matches.tsx'))
const EmptyList = lazyPart(() => import('./empty-list.tsx'))

interface AskedRowsProps extends RowsProps, AskedListProps {
  readonly shown: ShownDays | null
}

interface ShownRowsProps extends AskedRowsProps {
  readonly list: ShownList
}

/** `whole`: the list with all its columns. */
function ShownRows({ whole, ...props }: ShownRowsProps & { readonly whole: AppList }) {
  const { screen, block, index, asked, address } = props
  return (
    <Grouped {...{ screen, index, asked, address }} block={whole}>
      <RowsOfList {...props} block={ungrouped(block, address)} />
    </Grouped>
  )
}

function RowsOfList({ list, ...asProps }: ShownRowsProps) {
  const { index, asked, shown: _, ...props } = asProps
  const { block, data, address, change } = props
  const isPaged = block.pageSize !== null && data.total > block.pageSize
  return (
    <TotalsOfList screen={props.screen} block={block} index={index} asked={asked}>
      {list.first === null ? (
        <MoreCards value={list.more}>
          <ChoosableRows {...asProps} />
        </MoreCards>
      ) : (
        <Suspense fallback={<RowsSkeleton />}>
          <ScrolledRows
            key={list.shownOf}
            {...props}
            index={index}
            asked={asked}
            first={list.first}
            isOutdated={list.isOutdated}
          />
        </Suspense>
      )}
      {isPaged && isScrolled(block, address) && (
        <Group justify="flex-end" mt={4}>
          <WholeSwitch isWhole change={change} />
        </Group>
      )}
      <Totals block={block} />
    </TotalsOfList>
  )
}

/** Lists with selectable rows have a bar below them once rows are selected. */
function ChoosableRows(props: AskedRowsProps) {
  const { screen, block, data, index, asked } = props
  const isPhone = useIsPhone()
  const isTable = block.form.kind === 'table' && !isPhone && !isReadingList(block)
  if (block.forChosen.length === 0 || block.form.kind === 'chart') return <Rows {...props} />
  return (
    <ChoosingRows rows={data.rows}>
      {!isTable && data.rows.length > 0 && (
        <div className={styles.chooseAll}>
          <ChooseAll hasLabel />
        </div>
      )}
      <Rows {...props} />
      <ChosenBar {...{ screen, block, index, asked }} rows={data.rows} total={data.total} />
    </ChoosingRows>
  )
}

function Rows({ shown, index, asked, ...props }: AskedRowsProps) {
  const { screen, block, data, address, change } = props
  const page = useRecordPage()
  // A calendar is drawn even without rows.
  if (shown !== null)
    return (
      <>
        <Suspense fallback={<RowsSkeleton />}>
          <Calendar {...props} shown={shown} />
        </Suspense>
        {block.answer !== null && <Pages {...props} />}
      </>
    )
  // A record without comments may still have a history.
  const isTimeline = page?.timeline === block
  if (data.rows.length === 0 && data.total === 0 && !isTimeline)
    return isNarrowed(address) ? (
      <Suspense fallback={<RowsSkeleton />}>
        <NoMatches {...{ screen, block, index, asked, address, change }} />
      </Suspense>
    ) : (
      <Suspense fallback={<RowsSkeleton />}>
        <EmptyList screen={screen} block={block} />
      </Suspense>
    )
  return (
    <>
      <Suspense fallback={<RowsSkeleton />}>
        <DrawnRows {...props} />
      </Suspense>
      <Pages {...props} />
      {block.pageSize === null && !hasLanes(block) && data.total > data.rows.length && (
        <p className={styles.rest}>{words.screens.firstOf(data.rows.length, data.total)}</p>
      )}
    </>
  )
}

function Pages({ block, data, address, change }: RowsProps) {
  if (block.pageSize === null) return null
  if (isScrolled(block, address) || hasLanes(block)) return null
  const isMany = isScrolled(block, { isWhole: true }) && data.total > block.pageSize
  return (
    <Paging
      page={address.page}
      pageSize={block.pageSize}
      total={data.total}
      isEnd={data.rows.length < block.pageSize}
      turnTo={(page) => change({ page: page === 1 ? undefined : String(page) })}
    >
      {isMany && <WholeSwitch change={change} />}
    </Paging>
  )
}

/** Switches between pages and one scrolled list. */
function WholeSwitch({ isWhole = false, change }: Pick<RowsProps, 'change'> & { readonly isWhole?: boolean }) {
  return (
    <Button variant="subtle" color="gray" onClick={() => change({ page: isWhole ? undefined : ALL_PAGES })}>
      {isWhole ? words.tables.showPages : words.tables.showAll}
    </Button>
  )
}

function DrawnRows(asked: RowsProps) {
  const { data, reordering } = useReordered(asked)
  return (
    <ReorderingContext value={reordering}>
      <RowsOfForm {...asked} data={data} />
    </ReorderingContext>
  )
}

function RowsOfForm(props: RowsProps) {
  const { block } = props
  const isPhone = useIsPhone()
  switch (block.form.kind) {
    case 'board':
      return <Board {...props} />
    case 'tree':
      return <Tree {...props} />
    case 'chart':
      return <AnswerChart {...props} />
    case 'cards':
      return <ListCards {...props} />
    default: {
      const Draw = isReadingList(block) ? ListEntries : isPhone ? ListCards : ListTable
      return <Draw {...props} />
    }
  }
}

function isSeveral(data: ListData | undefined): boolean {
  return data !== undefined && data.total > 1
}

/** An empty list has no search. */
function isBare(data: ListData | undefined, address: ListAddress): boolean {
  return data !== undefined && data.total === 0 && data.rows.length === 0 && !isNarrowed(address)
}

function useListAddress(
  screen: AppScreen,
  block: AppList,
  index: number,
): {
  readonly address: ListAddress
  readonly change: ChangeAddress
  readonly prefix: string
  readonly search: Search
} {
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const prefix = listPrefix(screen, index)
  const change: ChangeAddress = (changes, options = { replace: false }) => {
    void navigate({
      to: '.',
      search: ((before: Search) => changeListAddress(before, prefix, changes)) as never,
      replace: options.replace,
      resetScroll: 'page' in changes,
    })
  }
  return { address: readListAddress(block, prefix, search), change, prefix, search }
}
