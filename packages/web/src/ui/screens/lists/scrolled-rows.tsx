// A virtual list with infinite scrolling: further parts are fetched near its end, and only the visible rows are drawn.

import { Button, Text } from '@mantine/core'
import { useMemo } from 'react'
import type { ListPartData } from '@ninefold/core/contract/wire/app.ts'
import { useExpected, withExpected } from '../../../client/query/optimistic-update.ts'
import { refetchInterval, type Parameters } from '../../../client/query/queries.ts'
import { useListParts } from './use-list-parts.ts'
import { ChosenBar } from '../../calls/chosen-bar.tsx'
import { sentenceOfReading } from '../../errors.tsx'
import { useFormats } from '../../formats.ts'
import { useTotal } from '../../limits.tsx'
import { useIsPhone } from '../../use-is-phone.ts'
import { words } from '../../words/words.ts'
import { ReorderingContext, useReordered } from '../reordering/reordering.ts'
import { ChoosingRows } from './chosen-rows.tsx'
import type { RowsProps } from './list-props.ts'
import { ScrolledCards } from './scrolled-cards.tsx'
import { ScrolledTable } from './scrolled-table.tsx'
import styles from './scrolled.module.css'

/** The next part is fetched this many rows before the end of the loaded ones. */
const AHEAD = 60

interface ScrolledProps extends Omit<RowsProps, 'data'> {
  readonly index: number
  readonly asked: Parameters
  readonly first: ListPartData
  readonly isOutdated: boolean
}

export default function ScrolledRows({ index, asked, first, isOutdated, ...props }: ScrolledProps) {
  const { screen, block } = props
  const isPhone = useIsPhone()
  const parts = useListParts({
    screen: screen.key,
    index,
    asked,
    first,
    refetchInterval: refetchInterval(screen),
    isOutdated,
  })
  const { rows: answered, isMore, failed, loadMore, look } = parts
  const expected = useExpected(screen.key)
  const rows = useMemo(() => withExpected(answered, expected), [answered, expected])
  const total = Math.max(first.total ?? 0, answered.length) - (answered.length - rows.length)
  const answer = useMemo(() => ({ rows, total, page: 1 }), [rows, total])
  const { data, reordering } = useReordered({ ...props, data: answer })
  const Draw = block.form.kind === 'cards' || isPhone ? ScrolledCards : ScrolledTable
  const seen = (from: number, to: number): void => {
    look(from, to)
    if (isMore && failed === null && to >= rows.length - AHEAD) loadMore()
  }
  const drawn = (
    <ReorderingContext value={reordering}>
      <Draw {...props} data={data} look={seen} />
    </ReorderingContext>
  )
  return (
    <>
      {block.forChosen.length === 0 ? (
        drawn
      ) : (
        <ChoosingRows rows={rows}>
          {drawn}
          <ChosenBar {...{ screen, block, rows, index, asked, total }} />
        </ChoosingRows>
      )}
      <Foot shown={rows.length} total={total} isMore={isMore} failed={failed} loadMore={loadMore} />
    </>
  )
}

interface FootProps {
  readonly shown: number
  readonly total: number
  readonly isMore: boolean
  readonly failed: unknown
  readonly loadMore: () => void
}

function Foot({ shown, total, isMore, failed, loadMore }: FootProps) {
  const { count } = useFormats()
  const inWords = useTotal()
  return (
    <div className={styles.foot}>
      {failed !== null && (
        <>
          <span role="alert">
            {words.tables.moreFailed} {sentenceOfReading(failed)}
          </span>
          <Button variant="default" onClick={loadMore}>
            {words.errors.tryAgain}
          </Button>
        </>
      )}
      <Text size="sm" c="dimmed" role="status">
        {isMore ? words.tables.shownOf(count(shown), inWords(total)) : words.tables.wholeIs(count(shown))}
      </Text>
    </div>
  )
}
