// A chart of records by group. Bars over a list of values are a table for screen readers: a bar only repeats the figure
// beside it. All other forms are drawn, with the same table below.

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppChart, ChartData } from '@ninefold/core/contract/wire/charts.ts'
import { barsOf, groupsOfRows, type Bar } from '../../../client/lists/chart-bars.ts'
import { chartTable, filterOfKey } from '../../../client/lists/chart-series.ts'
import { chartQuery, refetchInterval, type Parameters } from '../../../client/query/queries.ts'
import { lazyPart } from '../../connection/lazy-part.tsx'
import { Cell } from '../../entities/cells.tsx'
import { FailingState } from '../../errors.tsx'
import { useFormats } from '../../formats.ts'
import { toneOf } from '../../states.tsx'
import { words } from '../../words/words.ts'
import type { RowsProps } from '../lists/list-props.ts'
import EmptyList from '../lists/empty-list.tsx'
import { RowsSkeleton } from '../lists/list-parts.tsx'
import { amountWords, measureWords, useFirstWeekday } from './chart-words.ts'
import { FiguresTable, rowsIn } from './figures-table.tsx'
import { useRecordsBehind } from './use-records-behind.ts'
import styles from './chart.module.css'

// Lazy-loaded: the charting library is large, and most screens have no chart.
const DrawnChart = lazyPart(() => import('./drawn-chart.tsx'))

interface ChartProps extends Pick<RowsProps, 'screen' | 'block' | 'label'> {
  readonly index: number
  readonly parameters: Parameters
}

/** Chart of records: the server counts them, however many there are. */
export function RecordsChart({ screen, block, index, parameters, label }: ChartProps) {
  const query = useQuery({ ...chartQuery(screen.key, index, parameters), refetchInterval: refetchInterval(screen) })
  if (query.isError && query.data === undefined)
    return <FailingState thrown={query.error} retry={() => void query.refetch()} own={block.whenFailing} />
  if (query.data === undefined) return <RowsSkeleton />
  if (query.data.groups.length === 0) return <EmptyList block={block} screen={null} />
  return <Chart form={chartOf(block)} data={query.data} label={label} behind={{ screen, index }} />
}

/** Chart of a call's answer, which is not a list of records. */
export function AnswerChart({ block, data, label, screen }: RowsProps) {
  const form = chartOf(block)
  return <Chart form={form} data={groupsOfRows(form, data.rows)} label={label} behind={{ screen, index: null }} />
}

function chartOf({ form, title }: RowsProps['block']): AppChart {
  if (form.kind !== 'chart') throw new Error(`"${title}" is drawn as a chart, and is none.`)
  return form
}

interface FiguresProps {
  readonly form: AppChart
  readonly data: ChartData
  readonly label: string
  /** `index` null: the figures lead to no records. */
  readonly behind: { readonly screen: RowsProps['screen']; readonly index: number | null }
}

function Chart(props: FiguresProps) {
  const { form, data } = props
  const isList = form.draw === 'bars' && form.and === null && form.by.per === null
  return (
    <>
      {isList ? <Bars {...props} /> : <Drawn {...props} />}
      {!data.isWhole && form.by.per === null && (
        <p className={styles.rest}>{words.screens.largestOnly(data.groups.length)}</p>
      )}
    </>
  )
}

function useLinks({ form, behind }: Pick<FiguresProps, 'form' | 'behind'>) {
  const firstWeekday = useFirstWeekday()
  const records = useRecordsBehind(behind.screen, behind.index ?? 0)
  const filtersOf = (row: unknown, series: unknown): Record<string, string> => ({
    ...(form.and === null || series === undefined
      ? {}
      : { [form.and.key]: filterOfKey(form.and, { value: series, label: null }, firstWeekday) }),
    [form.by.key]: filterOfKey(form.by, { value: row, label: null }, firstWeekday),
  })
  return { ...records, filtersOf, isThere: behind.index !== null }
}

function Drawn({ form, data, label, behind }: FiguresProps) {
  // A year of days has hundreds of links.
  const [isOpened, setOpened] = useState(false)
  const firstWeekday = useFirstWeekday()
  const links = useLinks({ form, behind })
  const table = chartTable(form, data, firstWeekday)
  const filters = (row: number, series: number): Record<string, string> =>
    links.filtersOf(table.rows[row]?.value ?? null, series < 0 ? undefined : (table.series[series]?.value ?? null))
  const searchOf = (row: number, series: number): Record<string, string> => links.searchOf(filters(row, series))
  const earlier = form.by.per !== null && (table.isCut || !data.isWhole) && (
    <p className={styles.rest}>{words.charts.latestOnly(table.rows.length)}</p>
  )
  if (form.draw === 'matrix')
    return (
      <>
        <FiguresTable {...{ form, table, label, searchOf }} hasTotals />
        {earlier}
      </>
    )
  return (
    <>
      <Suspense fallback={<RowsSkeleton />}>
        <DrawnChart
          form={form}
          table={table}
          label={label}
          open={(row, series) => {
            if (links.isThere) links.open(filters(row, series))
          }}
        />
      </Suspense>
      <details className={styles.details} onToggle={(event) => setOpened(event.currentTarget.open)}>
        <summary>{words.charts.asTable}</summary>
        {isOpened && <FiguresTable {...{ form, table, label, searchOf }} hasTotals />}
      </details>
      {earlier}
    </>
  )
}

function Bars({ form, data, label, behind }: FiguresProps) {
  const { by, of } = form
  const links = useLinks({ form, behind })
  const formats = useFormats()
  const bars = barsOf(by, data)
  const states = by.display.kind === 'state' ? by.display.values : []
  return (
    <div className={styles.room}>
      <table className={styles.chart} style={rowsIn(bars.length)} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{by.label}</th>
            <th scope="col" className={styles.amountHead}>
              {measureWords(form)}
            </th>
            <th className={styles.track} aria-hidden="true" />
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={JSON.stringify(bar.value)}>
              <th scope="row" className={styles.name}>
                <div className={styles.words}>
                  <BarName by={by} bar={bar} />
                </div>
              </th>
              <td className={styles.amount}>
                {links.isThere ? (
                  <Link
                    to="."
                    search={links.searchOf(links.filtersOf(bar.value, undefined)) as never}
                    className={styles.cell}
                  >
                    {amountWords(bar.amount, of, formats)}
                  </Link>
                ) : (
                  amountWords(bar.amount, of, formats)
                )}
              </td>
              <td className={styles.track} aria-hidden="true">
                <div
                  className={styles.bar}
                  data-below={bar.amount < 0 || undefined}
                  style={{
                    ...(states.length > 0 && toneOf(states.find(({ value }) => value === bar.value))),
                    inlineSize: `${bar.share * 100}%`,
                    marginInlineStart: `${bar.start * 100}%`,
                  }}
                  onClick={() => {
                    if (links.isThere) links.open(links.filtersOf(bar.value, undefined))
                  }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function BarName({ by, bar }: { readonly by: AppChart['by']; readonly bar: Bar }) {
  if (bar.label !== null) return <span>{bar.label}</span>
  if (bar.value === null || bar.value === '') return <span className={styles.none}>{words.tables.lists.noValue}</span>
  return <Cell column={{ ...by, isSortable: false }} row={rowWith(by.key, bar.value)} />
}

function rowWith(key: string, value: unknown): RowData {
  return { id: '', keys: {}, values: { [key]: value }, actions: {} }
}
