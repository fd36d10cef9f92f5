// The totals of a list's numbers, over all matching records and not only the shown page.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createContext, useContext, type ReactNode } from 'react'
import type { AppList, AppScreen } from '@ninefold/core/contract/wire/app.ts'
import type { TotalsData } from '@ninefold/core/contract/wire/charts.ts'
import { refetchInterval, totalsQuery, type Parameters } from '../../../client/query/queries.ts'
import { amountWords, shortAmount } from '../charts/chart-words.ts'
import { useFormats } from '../../formats.ts'
import { words } from '../../words/words.ts'
import styles from './lists.module.css'

interface TotalsProps {
  readonly screen: AppScreen
  readonly block: AppList
  readonly index: number
  readonly asked: Parameters
  readonly children: ReactNode
}

/** The totals of the surrounding list. Undefined: not loaded yet, or none. */
export const TotalsContext = createContext<TotalsData | undefined>(undefined)

export function TotalsOfList({ screen, block, index, asked, children }: TotalsProps) {
  const { page: _, sort: __, ...narrowed } = asked
  const { data } = useQuery({
    ...totalsQuery(screen.key, index, narrowed),
    enabled: block.totals !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: refetchInterval(screen),
  })
  return <TotalsContext value={data}>{children}</TotalsContext>
}

/** The totals below a list. A board has its totals in the heads of its columns. */
export function Totals({ block }: Pick<TotalsProps, 'block'>) {
  const whole = useContext(TotalsContext)?.lanes[0]
  if (block.totals === undefined || block.form.kind === 'board' || whole === undefined) return null
  return (
    <dl className={styles.totals} aria-label={words.charts.totals}>
      <Sums block={block} sums={whole.sums} />
    </dl>
  )
}

interface SumsProps {
  readonly block: AppList
  readonly sums: TotalsData['lanes'][number]['sums']
  /** Leaves out the minor unit of currencies: there is little room, and nobody pays these amounts. */
  readonly isRounded?: boolean
}

export function Sums({ block, sums, isRounded = false }: SumsProps) {
  const formats = useFormats()
  return (block.totals ?? []).map((measure) => {
    const sum = sums[measure.key] ?? null
    return (
      <div key={measure.key}>
        <dt>{measure.label}</dt>
        <dd>
          {sum === null
            ? '–'
            : isRounded
              ? shortAmount(Number(sum), measure, formats)
              : amountWords(sum, measure, formats)}
        </dd>
      </div>
    )
  })
}
