// Groups of a chart → bars in the expected order: states and choices in their stated order, including empty ones; days
// in sequence; everything else largest first, then by name.

import type { RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppMeasure } from '@ninefold/core/contract/wire/display.ts'
import type { AppChart, ChartData } from '@ninefold/core/contract/wire/charts.ts'

export interface Bar {
  /** In the form of the chart's field; null: empty. */
  readonly value: unknown
  /** Label of a record; null: the value itself. */
  readonly label: string | null
  readonly amount: number
  /** Share of the available room, 0 to 1: length and start. Room for negative amounts comes first. */
  readonly share: number
  readonly start: number
}

export function barsOf(by: AppMeasure, { groups }: ChartData): Bar[] {
  const found = groups.map(({ value, label, amount }) => ({
    value: value ?? null,
    label: label ?? null,
    amount: Number(amount),
  }))
  const sorted = inOrder(by, found)
  const highest = Math.max(0, ...sorted.map(({ amount }) => amount))
  const lowest = Math.min(0, ...sorted.map(({ amount }) => amount))
  const room = highest - lowest
  const partOf = (amount: number): number => (room === 0 ? 0 : amount / room)
  return sorted.map((bar) => ({
    ...bar,
    share: partOf(Math.abs(bar.amount)),
    start: partOf(Math.min(0, bar.amount) - lowest),
  }))
}

type Group = Omit<Bar, 'share' | 'start'>

function inOrder({ display }: AppMeasure, groups: readonly Group[]): Group[] {
  if (display.kind === 'date')
    return groups.toSorted((a, b) => (String(a.value ?? '~') < String(b.value ?? '~') ? -1 : 1))
  if (display.kind !== 'choice' && display.kind !== 'state')
    return groups.toSorted((a, b) => b.amount - a.amount || nameOf(a).localeCompare(nameOf(b)))
  const listed = display.values.map(
    ({ value }) => groups.find((group) => group.value === value) ?? { value, label: null, amount: 0 },
  )
  return [...listed, ...groups.filter((group) => !listed.includes(group))]
}

function nameOf({ label, value }: Group): string {
  return label ?? String(value ?? '')
}

/** Groups the rows of an answer here, because the call has returned all of them. */
export function groupsOfRows(form: AppChart, rows: readonly RowData[]): ChartData {
  const amounts = new Map<string, { readonly value: unknown; amount: number }>()
  for (const { values } of rows) {
    const value = values[form.by.key] ?? null
    const part = form.of === null ? 1 : Number(values[form.of.key] ?? 0)
    const key = JSON.stringify(value)
    const group = amounts.get(key) ?? { value, amount: 0 }
    amounts.set(key, { value, amount: group.amount + (Number.isFinite(part) ? part : 0) })
  }
  return {
    groups: [...amounts.values()].map(({ value, amount }) => ({ value, amount: String(amount) })),
    isWhole: true,
  }
}
