// The form around a list of objects: where the messages of each place stand, and how the keyboard finds it.

import { createContext, type ComponentType } from 'react'
import type { AppMeasure } from '@ninefold/core/contract/wire/display.ts'
import type { InputProps } from '../entities/input-props.tsx'

export interface Places {
  readonly errorAt: (place: string) => string | null
  readonly leave: (place: string) => void
  readonly idAt: (place: string) => string
  /** Computed fields of a list's rows; null: there are none. */
  readonly computedIn: (list: string) => ComputedRows | null
  /** Draws an input of a row as the form draws its own. */
  readonly Control: ComponentType<InputProps>
}

export interface ComputedRows {
  readonly measures: readonly AppMeasure[]
  /** By the key of the row, then by that of the measure. A value that is not known yet is missing. */
  readonly values: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** Null: there is no form around. */
export const FormPlaces = createContext<Places | null>(null)
