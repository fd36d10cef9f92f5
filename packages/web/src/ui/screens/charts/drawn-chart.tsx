// A chart as bars, lines, areas, stacks or shares. A table below it has the same figures, each with a link to its
// records.

import { AreaChart, BarChart, DonutChart, LineChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { useElementSize } from '@mantine/hooks'
import type { AppChart, AppDimension } from '@ninefold/core/contract/wire/charts.ts'
import type { ChartKey, ChartTable } from '../../../client/lists/chart-series.ts'
import { type Formats, useFormats } from '../../formats.ts'
import { words } from '../../words/words.ts'
import { amountWords, measureWords, shortAmount, useKeyName } from './chart-words.ts'
import styles from './chart.module.css'

/**
 * The colours, always in this order. Further parts mix the same hues with the background, so that no two look alike.
 */
const HUES = ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-3)', 'var(--chart-4)', 'var(--chart-5)']
const SHARES_OF_HUE = [100, 62, 38, 20] as const

function mixed(hue: string, time: number): string {
  const share = SHARES_OF_HUE[time % SHARES_OF_HUE.length] ?? 100
  return share === 100 ? hue : `color-mix(in oklab, ${hue} ${share}%, var(--surface))`
}

/** A state has the colour of its badge; the second one of a colour is lighter. */
function coloursOf({ display }: AppDimension, keys: readonly ChartKey[]): string[] {
  const states = display.kind === 'state' ? display.values : []
  const times = new Map<string, number>()
  let place = 0
  return keys.map(({ value }) => {
    const tone = states.find((state) => state.value === value)?.tone
    if (tone === undefined) {
      const at = place++
      return mixed(HUES[at % HUES.length] ?? '', Math.floor(at / HUES.length))
    }
    const time = times.get(tone) ?? 0
    times.set(tone, time + 1)
    return mixed(`var(--tone-${tone})`, time)
  })
}

const HEIGHT = 280
/** Between the amounts of the vertical axis and the bars: the library moves them by 10 px, and leaves room for ticks. */
const AMOUNTS_GAP = 26
/** The highest amount of an axis is a round one above the largest of the chart. */
const ROUNDED_UP = 1.4
/** More dots hide their line. */
const DOTS_MAX = 60
const NAME_MAX = 24
/** In the small type of the axes, with the room between two names. */
const LETTER_WIDTH = 6.5
/** Of a wide letter, for a name that must not be cut. */
const LETTER_WIDTH_MAX = 7.5
const GAP = 14

function shortName(name: string): string {
  return name.length > NAME_MAX ? `${name.slice(0, NAME_MAX - 1).trimEnd()}…` : name
}

/** The number of rows between two names, so that names do not overlap. */
function intervalOf(names: readonly string[], room: number): number {
  const longest = Math.max(1, ...names.map((name) => shortName(name).length))
  const fitting = Math.max(2, Math.floor(room / (longest * LETTER_WIDTH + GAP)))
  return Math.max(0, Math.ceil(names.length / fitting) - 1)
}

/** The room right of the axis: half of the last name, which stands below the end of a line or the middle of a bar. */
function marginOf({ draw }: AppChart, names: readonly string[], room: number): { readonly right: number } {
  const half = (shortName(names.at(-1) ?? '').length * LETTER_WIDTH_MAX) / 2
  const bar = draw === 'line' || draw === 'area' ? 0 : room / Math.max(1, names.length) / 2
  return { right: Math.max(5, Math.round(half - bar)) }
}

/** The room of the amounts beside the vertical axis. */
function amountsWidth({ draw, of, measure }: AppChart, { cells }: ChartTable, formats: Formats): number {
  const isStacked = draw === 'stacked' || draw === 'area'
  const endOf = (amounts: readonly number[], further: typeof Math.max): number =>
    amounts.reduce((end, each) => (isStacked ? end + further(0, each) : further(end, each)), 0)
  const rows = cells.map((row) => row.map((amount) => Number(amount ?? 0)))
  const [top, foot] = [
    Math.max(0, ...rows.map((row) => endOf(row, Math.max))),
    Math.min(0, ...rows.map((row) => endOf(row, Math.min))),
  ]
  const rounded = (end: number): number =>
    measure === 'count' || Math.abs(end) >= 100 ? Math.ceil(end) : Number(end.toPrecision(3))
  const ends = [top, foot].map((end) => shortAmount(rounded(end * ROUNDED_UP), of, formats))
  return Math.max(...ends.map((end) => end.length)) * LETTER_WIDTH_MAX + AMOUNTS_GAP
}

function dataOf({ measure }: AppChart, { cells }: ChartTable, rows: readonly string[]) {
  // No records add up to nothing, but have no average.
  const amountOf = (amount: string | null): number | null =>
    amount === null && measure === 'average' ? null : Number(amount ?? 0)
  return cells.map((row, at) => ({
    row: rows[at] ?? '',
    ...Object.fromEntries(row.map((amount, index) => [String(index), amountOf(amount)])),
  }))
}

export interface DrawnChartProps {
  readonly form: AppChart
  readonly table: ChartTable
  readonly label: string
  /** Takes the indexes of row and series. */
  readonly open: (row: number, series: number) => void
}

export default function DrawnChart(props: DrawnChartProps) {
  const { ref, width } = useElementSize()
  if (props.form.draw === 'shares') return <Drawing {...props} width={0} />
  return (
    <div className={styles.drawing} style={{ minHeight: HEIGHT }}>
      {/* As high as its card, which a drawing inside of it must not keep high. */}
      <div ref={ref} className={styles.filling}>
        {width > 0 && <Drawing {...props} width={width} />}
      </div>
    </div>
  )
}

function Drawing({ form, table, label, open, width }: DrawnChartProps & { readonly width: number }) {
  const nameOf = useKeyName(table.rows)
  const formats = useFormats()
  const valueFormatter = (value: number): string => amountWords(value, form.of, formats)
  const rows = table.rows.map((row) => nameOf(form.by, row))
  const room = amountsWidth(form, table, formats)
  const colours = form.and === null ? HUES : coloursOf(form.and, table.series)
  const series = table.series.map((key, at) => ({
    name: String(at),
    label: form.and === null ? measureWords(form) : nameOf(form.and, key),
    color: colours[at] ?? '',
  }))
  if (form.draw === 'shares') return <Shares {...{ form, table, rows, label, open, valueFormatter }} />
  const shared = {
    h: '100%',
    data: dataOf(form, table, rows),
    dataKey: 'row',
    series: [...series],
    withLegend: form.and !== null,
    valueFormatter,
    gridAxis: 'x' as const,
    tickLine: 'none' as const,
    className: styles.drawn,
    'aria-label': label,
    role: 'img',
    // The library would measure each label, which takes seconds for the days of a year.
    xAxisProps: { interval: intervalOf(rows, width - room), tickFormatter: shortName },
    yAxisProps: {
      width: room,
      allowDecimals: form.measure !== 'count',
      tickFormatter: (value: number) => shortAmount(value, form.of, formats),
    },
  }
  const at = (state: { readonly activeTooltipIndex?: number | string | null | undefined }): void => {
    const row = Number(state.activeTooltipIndex ?? -1)
    if (row >= 0) open(row, -1)
  }
  const margin = marginOf(form, rows, width - room)
  const hasDots = rows.length <= DOTS_MAX
  switch (form.draw) {
    case 'line':
      return <LineChart {...shared} curveType="linear" withDots={hasDots} lineChartProps={{ onClick: at, margin }} />
    case 'area':
      return (
        <AreaChart
          {...shared}
          curveType="linear"
          withDots={hasDots}
          // Areas above and below zero have no common top.
          type={form.and === null || hasNegative(table) ? 'default' : 'stacked'}
          areaChartProps={{ onClick: at, margin }}
        />
      )
    default:
      return (
        <BarChart
          {...shared}
          type={form.draw === 'stacked' ? 'stacked' : 'default'}
          maxBarWidth={48}
          barChartProps={{ stackOffset: 'sign', margin }}
          barProps={({ name }) => ({
            cursor: 'pointer',
            onClick: (_: unknown, row: number) => open(row, Number(name)),
          })}
        />
      )
  }
}

function hasNegative({ cells }: ChartTable): boolean {
  return cells.some((row) => row.some((amount) => Number(amount ?? 0) < 0))
}

interface SharesProps extends DrawnChartProps {
  readonly rows: readonly string[]
  readonly valueFormatter: (value: number) => string
}

function Shares({ form, table, rows, label, open, valueFormatter }: SharesProps) {
  const all = table.cells.map((cells, at) => ({ at, name: rows[at] ?? '', value: Number(cells[0] ?? 0) }))
  const above = all.filter(({ value }) => value > 0)
  const colours = coloursOf(
    form.by,
    above.flatMap(({ at }) => table.rows[at] ?? []),
  )
  const parts = above.map((part, index) => ({ ...part, color: colours[index] ?? '' }))
  // A part of a whole is above zero, but these belong to the figures.
  const negative = all.filter(({ value }) => value < 0)
  const whole = parts.reduce((sum, { value }) => sum + value, 0)
  return (
    <div className={styles.shares}>
      {parts.length > 0 && (
        <DonutChart
          data={parts}
          size={200}
          thickness={28}
          // A line between shares: a single one has no neighbour.
          strokeWidth={parts.length > 1 ? 1 : 0}
          tooltipDataSource="segment"
          valueFormatter={valueFormatter}
          aria-label={label}
          role="img"
          pieProps={{ cursor: 'pointer', onClick: (_: unknown, index: number) => open(parts[index]?.at ?? 0, -1) }}
        />
      )}
      <ul className={styles.legend}>
        {parts.map(({ name, value, color }) => (
          <li key={name}>
            <span className={styles.swatch} style={{ background: color }} aria-hidden="true" />
            {words.charts.share(name, valueFormatter(value), Math.round((value / whole) * 100))}
          </li>
        ))}
        {negative.map(({ name, value }) => (
          <li key={name}>
            <span className={styles.swatch} aria-hidden="true" />
            {words.charts.noShare(name, valueFormatter(value))}
          </li>
        ))}
        {parts.length === 0 && negative.length === 0 && <li>{words.charts.none}</li>}
      </ul>
    </div>
  )
}
