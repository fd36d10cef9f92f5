// How much there is of each, as bars. It is a table to whoever reads or hears it: a bar only shows the figure beside it.

import { useQuery } from '@tanstack/react-query'
import type { AppForm, AppMeasure, ChartData, RowData } from '@ninefold/core/contract/wire/app.ts'
import { barsOf, groupsOfRows, type Bar } from '../../../client/lists/chart-bars.ts'
import { chartQuery, refetchInterval, type Parameters } from '../../../client/query/queries.ts'
import { Cell } from '../../entities/cells.tsx'
import { FailingState } from '../../errors.tsx'
import { useFormats } from '../../formats.ts'
import { words } from '../../words/words.ts'
import type { RowsProps } from '../lists/list-props.ts'
import { EmptyList, RowsSkeleton } from '../lists/list-parts.tsx'
import styles from './chart.module.css'

type ChartForm = Extract<AppForm, { kind: 'chart' }>

interface ChartProps extends Pick<RowsProps, 'screen' | 'block' | 'label'> {
  readonly index: number
  readonly parameters: Parameters
}

/** Of records: the server counts them, however many they are. */
export function RecordsChart({ screen, block, index, parameters, label }: ChartProps) {
  const query = useQuery({ ...chartQuery(screen.key, index, parameters), refetchInterval: refetchInterval(screen) })
  if (query.isError && query.data === undefined)
    return <FailingState thrown={query.error} retry={() => void query.refetch()} own={block.whenFailing} />
  if (query.data === undefined) return <RowsSkeleton />
  if (query.data.groups.length === 0) return <EmptyList block={block} />
  return <Chart form={chartOf(block)} data={query.data} label={label} />
}

/** Of what a call answers. */
export function AnswerChart({ block, data, label }: RowsProps) {
  const form = chartOf(block)
  return <Chart form={form} data={groupsOfRows(form, data.rows)} label={label} />
}

function chartOf({ form, title }: RowsProps['block']): ChartForm {
  if (form.kind !== 'chart') throw new Error(`"${title}" is drawn as a chart, and is none.`)
  return form
}

function Chart({ form, data, label }: { readonly form: ChartForm; readonly data: ChartData; readonly label: string }) {
  const { by, sumOf } = form
  return (
    <>
      <table className={styles.chart} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{by.label}</th>
            <th scope="col" className={styles.amountHead}>
              {sumOf === null ? words.screens.howMany : words.screens.sumOf(sumOf.label)}
            </th>
            <th className={styles.track} aria-hidden="true" />
          </tr>
        </thead>
        <tbody>
          {barsOf(by, data).map((bar) => (
            <tr key={JSON.stringify(bar.value)}>
              <th scope="row" className={styles.name}>
                <div className={styles.words}>
                  <BarName by={by} bar={bar} />
                </div>
              </th>
              <td className={styles.amount}>
                <Amount amount={bar.amount} sumOf={sumOf} />
              </td>
              <td className={styles.track} aria-hidden="true">
                <div
                  className={styles.bar}
                  data-below={bar.amount < 0 || undefined}
                  style={{ inlineSize: `${bar.share * 100}%`, marginInlineStart: `${bar.start * 100}%` }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {!data.isWhole && <p className={styles.rest}>{words.screens.largestOnly(data.groups.length)}</p>}
    </>
  )
}

function BarName({ by, bar }: { readonly by: AppMeasure; readonly bar: Bar }) {
  if (bar.label !== null) return <span>{bar.label}</span>
  if (bar.value === null || bar.value === '') return <span className={styles.none}>{words.tables.lists.noValue}</span>
  return <Cell column={{ ...by, isSortable: false }} row={rowWith(by.key, bar.value)} />
}

function Amount({ amount, sumOf }: { readonly amount: number; readonly sumOf: AppMeasure | null }) {
  const formats = useFormats()
  if (sumOf?.display.kind === 'duration') return <span>{formats.duration(amount)}</span>
  if (sumOf?.display.kind === 'money' && sumOf.display.currency !== null)
    return <span>{formats.money(String(amount), sumOf.display.currency)}</span>
  return <span>{formats.number(amount)}</span>
}

function rowWith(key: string, value: unknown): RowData {
  return { id: '', keys: {}, values: { [key]: value }, actions: {} }
}
