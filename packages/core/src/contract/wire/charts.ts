// Figures, charts, matrices and totals of a screen → the browser: how they are drawn, and the data that they are drawn of.

import type { CalendarUnit, ChartKind, Measure } from '../../model/screens.ts'
import type { AppMeasure } from './display.ts'

export interface AppChart {
  readonly kind: 'chart'
  readonly draw: ChartKind
  readonly measure: Measure
  readonly by: AppDimension
  /** Null: in one dimension. */
  readonly and: AppDimension | null
  /** Null: how many there are. */
  readonly of: AppMeasure | null
}

/** `per`: periods, each by its first day; null: by each value. */
export type AppDimension = AppMeasure & { readonly per: CalendarUnit | null }

/** The same for a count. */
export interface CountData {
  /** How many records are measured. */
  readonly count: number
  /** Of a sum or an average: a decimal as text; null: there is nothing to measure. */
  readonly amount?: string | null
  /** Of a period: its first and last day, and the same of the one before. */
  readonly during?: { readonly from: string; readonly until: string }
  readonly before?: { readonly from: string; readonly until: string; readonly amount: string | null }
}

/**
 * The same for a chart: one amount for each group, the largest or the latest first; not all of them when `isWhole` is
 * false. `amount`: a decimal as text, or a JSON array of values.
 */
export interface ChartData {
  readonly groups: readonly ChartGroup[]
  readonly isWhole: boolean
}

export interface ChartGroup {
  readonly value: unknown
  readonly label?: string | null
  /** In two dimensions. */
  readonly series?: { readonly value: unknown; readonly label?: string | null }
  readonly amount: string
}

/** The same for the totals of a list, with `totals` in the query: of all of it, or of each lane of a board. */
export interface TotalsData {
  readonly lanes: readonly {
    /** Null: all of it. */
    readonly value: unknown
    readonly count: number
    /** By the key of the number; null: nothing has one. */
    readonly sums: Readonly<Record<string, string | null>>
  }[]
}

/** The same for a list whose search finds nothing, with `near` in the query: searches that find something. */
export interface SearchSuggestions {
  /** The likest first. */
  readonly searches: readonly string[]
}

/** The same for a filter of a list, with `facet` and its name in the query: what each of its choices would find. */
export interface FacetData {
  /** Null: there are too many records to count. `value` null: those without one. */
  readonly choices: readonly { readonly value: unknown; readonly count: number }[] | null
  /** False: there are choices with fewer records than these, too. */
  readonly isWhole: boolean
}
