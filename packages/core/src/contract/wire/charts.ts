// Data of figures, charts and totals, as the browser is sent them.

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
