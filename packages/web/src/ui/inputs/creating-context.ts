// Lets the picker of a reference create a missing record: it asks the page, whose dialog is over the form.

import { createContext, useContext } from 'react'
import type { AppCreation } from '@ninefold/core/contract/wire/options.ts'
import { useApp } from '../app-context.ts'

export interface Creating {
  /** Entities whose creation encloses this one: an entity is never created within itself. */
  readonly within: readonly string[]
  /** A dialog is open: shortcuts of the page below do not apply. */
  readonly isOpen: boolean
  readonly create: (wanted: Wanted) => void
}

export interface Wanted {
  readonly creation: AppCreation
  readonly by: string
  /** The typed text, which becomes its label. */
  readonly title: string
  /** Called with the record's value of the field `by`. */
  readonly created: (value: string) => void
}

export const CreatingContext = createContext<Creating | null>(null)

/** An option of a picker that no record's value equals. */
export const NEW = '\u0000new'

/** Null: the caller may not create one, or its form cannot be shown here. */
export function useCreation(entity: string): { readonly label: string; readonly begin: Begin } | null {
  const creating = useContext(CreatingContext)
  const creation = useApp().creations.find((each) => each.entity === entity)
  if (creating === null || creation === undefined || creating.within.includes(entity)) return null
  return { label: creation.label, begin: (wanted) => creating.create({ ...wanted, creation }) }
}

type Begin = (wanted: Omit<Wanted, 'creation'>) => void
