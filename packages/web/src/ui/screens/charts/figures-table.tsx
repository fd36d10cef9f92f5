// The figures of a chart as a table. A matrix is drawn by it too: a row and a column for each value, and cells that
// link to their records.

import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import type { RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppChart } from '@ninefold/core/contract/wire/charts.ts'
import type { ChartTable } from '../../../client/lists/chart-series.ts'
import { Cell } from '../../entities/cells.tsx'
import { useFormats } from '../../formats.ts'
import { words } from '../../words/words.ts'
import { amountWords, measureWords, shortAmount, useKeyName } from './chart-words.ts'
import styles from './chart.module.css'

interface FiguresTableProps {
  readonly form: AppChart
  readonly table: ChartTable
  readonly label: string
  readonly searchOf: (row: number, series: number) => Record<string, string>
  /** True: rows and columns end with their sums. */
  readonly hasTotals?: boolean
}

export function FiguresTable({ form, table, label, searchOf, hasTotals = false }: FiguresTableProps) {
  const { rows, series, cells } = table
  const nameOf = useKeyName(rows)
  const formats = useFormats()
  const isAdded = hasTotals && (form.measure === 'count' || form.measure === 'sum')
  const most = Math.max(
    ...cells
      .flat()
      .map((amount) => Number(amount ?? 0))
      .filter(Number.isFinite),
    0,
  )
  const say = form.draw === 'matrix' ? shortAmount : amountWords
  const said = (amount: number): string => say(amount, form.of, formats)
  return (
    <div
      className={styles.scroll}
      data-wide={series.length > 6 || undefined}
      role="group"
      aria-label={label}
      tabIndex={0}
    >
      <table
        className={styles.figures}
        aria-label={label}
        data-kind={form.draw}
        style={rowsIn(rows.length)}
        data-end={(isAdded && form.and !== null) || undefined}
      >
        <thead>
          <tr>
            <th scope="col">{form.by.label}</th>
            {series.map((key, at) => (
              <th key={at} scope="col" className={styles.figure}>
                {form.and === null ? measureWords(form) : nameOf(form.and, key)}
              </th>
            ))}
            {isAdded && form.and !== null && (
              <th scope="col" className={styles.figure}>
                {words.charts.all}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={JSON.stringify(row.value)}>
              <th scope="row">{nameOf(form.by, row)}</th>
              {series.map((_, index) => (
                <FigureCell
                  key={index}
                  {...{ form, most, said }}
                  amount={cells[at]?.[index] ?? null}
                  search={searchOf(at, index)}
                />
              ))}
              {isAdded && form.and !== null && <td className={styles.figure}>{said(sum(cells[at] ?? []))}</td>}
            </tr>
          ))}
        </tbody>
        {isAdded && <Sums table={table} said={said} hasEnd={form.and !== null} />}
      </table>
    </div>
  )
}

/** For styles: a table that fills its card has rows of a limited height. */
export function rowsIn(rows: number): CSSProperties {
  return { '--rows': rows } as CSSProperties
}

function sum(amounts: readonly (string | null)[]): number {
  return amounts.reduce((all, each) => all + Number(each ?? 0), 0)
}

interface SumsProps {
  readonly table: ChartTable
  readonly said: (amount: number) => string
  /** True: each row ends with its sum. */
  readonly hasEnd: boolean
}

function Sums({ table: { series, cells }, said, hasEnd }: SumsProps) {
  return (
    <tfoot>
      <tr>
        <th scope="row">{words.charts.all}</th>
        {series.map((_, index) => (
          <td key={index} className={styles.figure}>
            {said(sum(cells.map((row) => row[index] ?? null)))}
          </td>
        ))}
        {hasEnd && <td className={styles.figure}>{said(sum(cells.flat()))}</td>}
      </tr>
    </tfoot>
  )
}

interface FigureCellProps {
  readonly form: AppChart
  readonly amount: string | null
  readonly most: number
  readonly said: (amount: number) => string
  readonly search: Record<string, string>
}

function FigureCell({ form, amount, most, said, search }: FigureCellProps) {
  return (
    <td className={styles.figure} style={groundOf(form, amount, most)}>
      {amount === null ? (
        <span className={styles.none} role="img" aria-label={words.charts.none}>
          –
        </span>
      ) : (
        <Link to="." search={search as never} className={styles.cell}>
          {form.measure === 'value' ? <Values form={form} amount={amount} /> : said(Number(amount))}
        </Link>
      )}
    </td>
  )
}

/** Background of a cell: the larger its amount, the stronger, from nothing to 22 % of the accent colour. */
function groundOf({ draw, measure }: AppChart, amount: string | null, most: number) {
  if (draw !== 'matrix' || measure === 'value' || amount === null || most <= 0) return undefined
  const share = Math.max(0, Math.round((Number(amount) / most) * 22))
  return { background: `color-mix(in srgb, var(--chart-1) ${share}%, transparent)` }
}

/** The value of each record in the cell. */
function Values({ form, amount }: { readonly form: AppChart; readonly amount: string }) {
  const { of } = form
  if (of === null) return null
  return (JSON.parse(amount) as readonly unknown[]).map((value, index) => (
    <span key={index} className={styles.value}>
      <Cell column={{ ...of, isSortable: false }} row={rowWith(of.key, value)} isCompact />
    </span>
  ))
}

function rowWith(key: string, value: unknown): RowData {
  return { id: '', keys: {}, values: { [key]: value }, actions: {} }
}
