// A list: its tools, its rows as a table, as cards on a phone, or as entries to read, and what stands in
// their place while they are loading, missing or refused. Everything chosen is in the address.

import { Group, Skeleton, Stack, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconInbox, IconZoomExclamation } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { AppList, AppScreen } from '@ninefold/core/contract/app.ts'
import {
  changeListAddress,
  listPrefix,
  listQueryParameters,
  readListAddress,
  type ListAddress,
  type Search,
} from '../../client/list-address.ts'
import { listQuery, refetchInterval, type Parameters } from '../../client/queries.ts'
import { ActionButtons } from '../calls/calls.tsx'
import { FailingState, isGone, StandstillState } from '../errors.tsx'
import { Paging } from '../limits.tsx'
import { words } from '../words.ts'
import { clearingChange, type ChangeAddress, type RowsProps } from './list-props.ts'
import { ListCards } from './list-cards.tsx'
import { isReadingList, ListEntries } from './list-entries.tsx'
import { ListTable } from './list-table.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import styles from './lists.module.css'

interface ListBlockProps {
  readonly screen: AppScreen
  readonly block: AppList
  readonly index: number
  readonly parameters: Parameters
  /** Null: what is around it says what it is. */
  readonly heading: string | null
  /** What it is called where it has no heading. */
  readonly name: string
}

export function ListBlock({ screen, block, index, parameters, heading, name }: ListBlockProps) {
  const { address, change } = useListAddress(screen, block, index)
  const query = useQuery({
    ...listQuery(screen.key, index, block, { ...parameters, ...listQueryParameters(address) }),
    placeholderData: keepPreviousData,
    refetchInterval: refetchInterval(screen),
  })
  const label = heading ?? name
  return (
    <section aria-label={label} className={styles.block}>
      {(heading !== null || block.offers.length > 0) && (
        <div className={styles.blockHead}>
          {heading !== null && (
            <Title order={2} className={styles.heading}>
              {heading}
              {query.data !== undefined && query.data.total > 0 && (
                <span className={styles.count}>{query.data.total}</span>
              )}
            </Title>
          )}
          <Group gap="xs">
            <ActionButtons screen={screen} actions={block.offers} row={null} isSecondary />
          </Group>
        </div>
      )}
      <ListToolbar block={block} address={address} change={change} />
      {query.isError && (query.data === undefined || isGone(query.error)) ? (
        <FailingState thrown={query.error} retry={() => void query.refetch()} own={block.whenFailing} />
      ) : query.data === undefined ? (
        <RowsSkeleton />
      ) : (
        <div
          className={styles.rows}
          data-waiting={query.isPlaceholderData || undefined}
          aria-busy={query.isPlaceholderData}
        >
          <Rows screen={screen} block={block} data={query.data} address={address} change={change} label={label} />
        </div>
      )}
    </section>
  )
}

function Rows(props: RowsProps) {
  const { block, data, address, change } = props
  const isPhone = useMediaQuery('(max-width: 48em)') === true
  if (data.rows.length === 0 && data.total === 0) return <NoRows {...props} />
  const Draw = isReadingList(block) ? ListEntries : isPhone ? ListCards : ListTable
  return (
    <>
      <Draw {...props} />
      {block.pageSize !== null && (
        <Paging
          page={address.page}
          pageSize={block.pageSize}
          total={data.total}
          turnTo={(page) => change({ page: page === 1 ? undefined : String(page) })}
        />
      )}
      {block.pageSize === null && data.total > data.rows.length && (
        <p className={styles.rest}>{words.screens.firstOf(data.rows.length, data.total)}</p>
      )}
    </>
  )
}

function NoRows({ block, address, change }: RowsProps) {
  const isNarrowed = address.search !== '' || Object.keys(address.filters).length > 0
  if (!isNarrowed) {
    return (
      <div className={styles.empty}>
        <IconInbox size={18} aria-hidden="true" />
        <span>{block.whenEmpty ?? words.screens.nothingYet}</span>
      </div>
    )
  }
  return (
    <StandstillState
      icon={<IconZoomExclamation size={22} />}
      title={words.screens.nothingMatches}
      action={
        <button type="button" className="link" onClick={() => change(clearingChange(block))}>
          {words.screens.clearFilters}
        </button>
      }
    >
      {words.screens.nothingMatchesHint}
    </StandstillState>
  )
}

function RowsSkeleton() {
  return (
    <Stack gap={0} aria-busy="true" aria-label={words.loading} role="status">
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className={styles.skeletonRow}>
          <Skeleton h={12} w={`${48 - index * 5}%`} />
          <Skeleton h={12} w={84} />
        </div>
      ))}
    </Stack>
  )
}

function useListAddress(
  screen: AppScreen,
  block: AppList,
  index: number,
): { readonly address: ListAddress; readonly change: ChangeAddress } {
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
  return { address: readListAddress(block, prefix, search), change }
}
