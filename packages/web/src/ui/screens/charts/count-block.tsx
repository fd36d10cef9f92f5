// Figures side by side, each with its name, its value in the previous period and a link to its records.

import { Skeleton } from '@mantine/core'
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { rangeText } from '@ninefold/core/contract/inputs/list-filters.ts'
import type { AppScreen, AppCount } from '@ninefold/core/contract/wire/app.ts'
import type { CountData } from '@ninefold/core/contract/wire/charts.ts'
import type { Search } from '../../../client/lists/list-address.ts'
import { countQuery, refetchInterval, type Parameters } from '../../../client/query/queries.ts'
import { chosenParameters, titleOf } from '../../../client/screen-blocks.ts'
import { useApp } from '../../app-context.ts'
import { sentenceOfReading } from '../../errors.tsx'
import { useFormats } from '../../formats.ts'
import { words } from '../../words/words.ts'
import { amountWords, periodName } from './chart-words.ts'
import { useRecordsBehind } from './use-records-behind.ts'
import styles from '../screens.module.css'

/** Longer figures are drawn smaller on narrow screens. */
const LONG = 11

interface Around {
  readonly screen: AppScreen
  readonly parameters: Parameters
  readonly search: Search
}

interface CountsProps extends Around {
  readonly blocks: readonly { readonly block: AppCount; readonly index: number }[]
}

export function CountBlocks({ blocks, ...around }: CountsProps) {
  const isArranged = blocks.length > 1 && blocks.some(({ block }) => block.width !== undefined)
  return (
    <dl className={styles.counts} data-arranged={isArranged || undefined}>
      {blocks.map(({ block, index }) => (
        <Count key={index} {...around} block={block} index={index} />
      ))}
    </dl>
  )
}

interface CountProps extends Around {
  readonly block: AppCount
  readonly index: number
}

function Count({ screen, parameters, search, block, index }: CountProps) {
  const query = useQuery({
    ...countQuery(screen.key, index, { ...parameters, ...chosenParameters(block, search) }),
    refetchInterval: refetchInterval(screen),
  })
  const formats = useFormats()
  const behind = useRecordsBehind(screen, index)
  const { data } = query
  const amount = data === undefined ? null : amountOf(block, data)
  const said =
    amount === null
      ? words.charts.nothing
      : block.measure === 'count'
        ? formats.count(Number(amount))
        : amountWords(amount, block.of, formats)
  return (
    <div className={styles.figure} data-width={block.width ?? 'full'}>
      <dt>{titleOf(block, search, parameters)}</dt>
      <dd>
        {data !== undefined ? (
          <Link
            to="."
            search={behind.searchOf(periodOf(block, data)) as never}
            className={styles.figureLink}
            data-long={said.length > LONG || undefined}
          >
            {said}
          </Link>
        ) : query.isError ? (
          <span className={styles.failing}>{block.whenFailing ?? sentenceOfReading(query.error)}</span>
        ) : (
          <Skeleton h={24} w={48} aria-label={words.loading} role="status" />
        )}
      </dd>
      {data?.before !== undefined && <Before block={block} before={data.before} amount={amount} />}
    </div>
  )
}

function amountOf({ measure }: AppCount, { count, amount }: CountData): string | null {
  return measure === 'count' ? String(count) : (amount ?? null)
}

function periodOf({ during }: AppCount, data: CountData): Record<string, string> {
  return during === null || data.during === undefined ? {} : { [during.key]: rangeText(data.during) }
}

interface BeforeProps {
  readonly block: AppCount
  readonly before: NonNullable<CountData['before']>
  readonly amount: string | null
}

/** Names the previous figure, not only the change. */
function Before({ block, before, amount }: BeforeProps) {
  const { language, firstWeekday } = useApp()
  const formats = useFormats()
  if (block.during === null) return null
  const change = Number(amount ?? 0) - Number(before.amount ?? 0)
  const period = periodName(block.during.unit, before.from, language, { firstWeekday: firstWeekday ?? 1 })
  const was = before.amount === null ? words.charts.nothing : amountWords(before.amount, block.of, formats)
  return (
    <dd className={styles.before}>
      {change > 0 && <IconArrowUpRight size={14} aria-label={words.charts.more} />}
      {change < 0 && <IconArrowDownRight size={14} aria-label={words.charts.less} />}
      {words.charts.before(was, period)}
    </dd>
  )
}
