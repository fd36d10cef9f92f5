// Wire types of figures, charts, matrices and totals: their form, and their data.

import type { CalendarUnit, ChartKind, Measure } from '../../model/screens.ts'
import type { AppMeasure } from './display.ts'

export interface AppChart {
  readonly kind: 'chart'
  readonly draw: ChartKind
  readonly measure: Measure
  readonly by: AppDimension
  /** Null: one dimension. */
  readonly and: AppDimension | null
  /** Null: a count. */
  readonly of: AppMeasure | null
}

/** `per`: groups by period, each by its first day; null: groups by value. */
export type AppDimension = AppMeasure & { readonly per: CalendarUnit | null }

/** The same for a count. */
export interface CountData {
  /** The number of measured records. */
  readonly count: number
  /** For a sum or average: a decimal as text; null: nothing to measure. */
  readonly amount?: string | null
  /** For a period: its first and last day, and the figure of the previous one. */
  readonly during?: { readonly from: string; readonly until: string }
  readonly before?: { readonly from: string; readonly until: string; readonly amount: string | null }
}

/**
 * The same for a chart: one amount per group, largest or latest first; `isWhole` false: there are more groups.
 * `amount`: a decimal as text, or a JSON array of values.
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

/** The same for the totals of a list, with `totals` in the query: of the whole list, or per lane of a board. */
export interface TotalsData {
  readonly lanes: readonly {
    /** Null: the whole list. */
    readonly value: unknown
    readonly count: number
    /** By key of the number; null: there are no values. */
    readonly sums: Readonly<Record<string, string | null>>
  }[]
}

/** The same for a list whose search finds nothing, with `near` in the query: suggested searches. */
export interface SearchSuggestions {
  /** Most similar first. */
  readonly searches: readonly string[]
}

/** The same for a filter of a list, with `facet` and its name in the query: counts of its choices. */
export interface FacetData {
  /** Null: too many records to count. `value` null: records without a value. */
  readonly choices: readonly { readonly value: unknown; readonly count: number }[] | null
  /** False: there are further choices with fewer records. */
  readonly isWhole: boolean
}
