// A chart as bars, lines, areas, stacks or shares. A table below it has the same figures, each with a link to its
// records.

import { AreaChart, BarChart, DonutChart, LineChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import type { AppChart } from '@ninefold/core/contract/wire/charts.ts'
import type { ChartTable } from '../../../client/lists/chart-series.ts'
import { useFormats } from '../../formats.ts'
import { words } from '../../words/words.ts'
import { amountWords, measureWords, shortAmount, useKeyName } from './chart-words.ts'
import styles from './chart.module.css'

/**
 * The colours, always in this order. Further parts mix the same hues with the background, so that no two look alike.
 */
const HUES = ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-3)', 'var(--chart-4)', 'var(--chart-5)']
const SHARES_OF_HUE = [100, 55, 25] as const

function colourAt(place: number): string {
  const hue = HUES[place % HUES.length] ?? ''
  const share = SHARES_OF_HUE[Math.floor(place / HUES.length) % SHARES_OF_HUE.length] ?? 100
  return share === 100 ? hue : `color-mix(in oklab, ${hue} ${share}%, var(--surface))`
}

const HEIGHT = 280

export interface DrawnChartProps {
  readonly form: AppChart
  readonly table: ChartTable
  readonly label: string
  /** Takes the indexes of row and series. */
  readonly open: (row: number, series: number) => void
}

export default function DrawnChart({ form, table, label, open }: DrawnChartProps) {
  const nameOf = useKeyName()
  const formats = useFormats()
  const valueFormatter = (value: number): string => amountWords(value, form.of, formats)
  const rows = table.rows.map((row) => nameOf(form.by, row))
  const series = table.series.map((key, at) => ({
    name: String(at),
    label: form.and === null ? measureWords(form) : nameOf(form.and, key),
    color: colourAt(at),
  }))
  const data = table.cells.map((cells, at) => ({
    row: rows[at] ?? '',
    ...Object.fromEntries(cells.map((amount, index) => [String(index), Number(amount ?? 0)])),
  }))
  if (form.draw === 'shares') return <Shares {...{ form, table, rows, label, open, valueFormatter }} />
  const shared = {
    h: HEIGHT,
    data,
    dataKey: 'row',
    series: [...series],
    withLegend: form.and !== null,
    valueFormatter,
    gridAxis: 'x' as const,
    tickLine: 'none' as const,
    className: styles.drawn,
    'aria-label': label,
    role: 'img',
    yAxisProps: {
      width: 72,
      allowDecimals: form.measure !== 'count',
      tickFormatter: (value: number) => shortAmount(value, form.of, formats),
    },
  }
  const at = (state: { readonly activeTooltipIndex?: number | string | null | undefined }): void => {
    const row = Number(state.activeTooltipIndex ?? -1)
    if (row >= 0) open(row, -1)
  }
  switch (form.draw) {
    case 'line':
      return <LineChart {...shared} curveType="linear" lineChartProps={{ onClick: at }} />
    case 'area':
      return (
        <AreaChart
          {...shared}
          curveType="linear"
          type={form.and === null ? 'default' : 'stacked'}
          areaChartProps={{ onClick: at }}
        />
      )
    default:
      return (
        <BarChart
          {...shared}
          type={form.draw === 'stacked' ? 'stacked' : 'default'}
          maxBarWidth={48}
          barProps={({ name }) => ({
            cursor: 'pointer',
            onClick: (_: unknown, row: number) => open(row, Number(name)),
          })}
        />
      )
  }
}

interface SharesProps extends DrawnChartProps {
  readonly rows: readonly string[]
  readonly valueFormatter: (value: number) => string
}

function Shares({ table, rows, label, open, valueFormatter }: SharesProps) {
  const parts = table.cells
    .map((cells, at) => ({ at, name: rows[at] ?? '', value: Number(cells[0] ?? 0) }))
    .filter(({ value }) => value > 0)
    .map((part, index) => ({ ...part, color: colourAt(index) }))
  const whole = parts.reduce((sum, { value }) => sum + value, 0)
  return (
    <div className={styles.shares}>
      <DonutChart
        data={parts}
        size={200}
        thickness={28}
        tooltipDataSource="segment"
        valueFormatter={valueFormatter}
        aria-label={label}
        role="img"
        pieProps={{ cursor: 'pointer', onClick: (_: unknown, index: number) => open(parts[index]?.at ?? 0, -1) }}
      />
      <ul className={styles.legend}>
        {parts.map(({ name, value, color }) => (
          <li key={name}>
            <span className={styles.swatch} style={{ background: color }} aria-hidden="true" />
            {words.charts.share(name, valueFormatter(value), Math.round((value / whole) * 100))}
          </li>
        ))}
      </ul>
    </div>
  )
}
