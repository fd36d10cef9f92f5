// How the picker of a reference creates a record that is missing: it asks the page, whose dialog lies over the form.

import { createContext, useContext } from 'react'
import type { AppCreation } from '@ninefold/core/contract/wire/options.ts'
import { useApp } from '../app-context.ts'

export interface Creating {
  /** Entities that are being created around this: none is created for itself. */
  readonly within: readonly string[]
  /** A dialog lies over the page: the keys that close what is below it are not meant for that. */
  readonly isOpen: boolean
  readonly create: (wanted: Wanted) => void
}

export interface Wanted {
  readonly creation: AppCreation
  readonly by: string
  /** Words that were typed; they become its title. */
  readonly title: string
  /** Called with the record's value of the field `by`. */
  readonly created: (value: string) => void
}

export const CreatingContext = createContext<Creating | null>(null)

/** Stands among the options of a picker; no record has such a value. */
export const NEW = '\u0000new'

/** Null: the caller may not create one, or nothing here can show the form for it. */
export function useCreation(entity: string): { readonly label: string; readonly begin: Begin } | null {
  const creating = useContext(CreatingContext)
  const creation = useApp().creations.find((each) => each.entity === entity)
  if (creating === null || creation === undefined || creating.within.includes(entity)) return null
  return { label: creation.label, begin: (wanted) => creating.create({ ...wanted, creation }) }
}

type Begin = (wanted: Omit<Wanted, 'creation'>) => void
