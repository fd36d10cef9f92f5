// The form around a list of objects: where the messages of each place stand, and how the keyboard finds it.

import { createContext, type ComponentType } from 'react'
import type { InputProps } from '../entities/input-props.tsx'

export interface Places {
  readonly errorAt: (place: string) => string | null
  readonly leave: (place: string) => void
  readonly idAt: (place: string) => string
  /** Draws an input of a row as the form draws its own. */
  readonly Control: ComponentType<InputProps>
}

/** Null: there is no form around. */
export const FormPlaces = createContext<Places | null>(null)
