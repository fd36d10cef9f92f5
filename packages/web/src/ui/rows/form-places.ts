// The form around a list of objects: places of messages, and focus.

import { createContext, type ComponentType } from 'react'
import type { AppMeasure } from '@ninefold/core/contract/wire/display.ts'
import type { InputProps } from '../entities/input-props.tsx'

export interface Places {
  readonly errorAt: (place: string) => string | null
  readonly leave: (place: string) => void
  readonly idAt: (place: string) => string
  /** Computed fields of a list's rows; null: none. */
  readonly computedIn: (list: string) => ComputedRows | null
  /** Draws an input of a row like the form's own. */
  readonly Control: ComponentType<InputProps>
}

export interface ComputedRows {
  readonly measures: readonly AppMeasure[]
  /** By the key of the row, then of the measure. Unknown values are missing. */
  readonly values: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Values of the containing record that depend on the rows, by the key of the measure. */
  readonly totals: { readonly measures: readonly AppMeasure[]; readonly values: Readonly<Record<string, unknown>> }
}

/** Null: outside of a form. */
export const FormPlaces = createContext<Places | null>(null)
