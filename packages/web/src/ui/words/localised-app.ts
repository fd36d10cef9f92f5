// The server's description of the application → its texts in the reader's language. Labels that nobody wrote are
// translated; the author's own words stay.

import type { App } from '@ninefold/core/contract/wire/app.ts'
import type { MadeLabel } from '@ninefold/core/model/screens.ts'
import { words } from './words.ts'

export function spokenApp(app: App): App {
  return { ...app, screens: spoken(app.screens) }
}

export interface Labelled {
  readonly label?: unknown
  readonly made?: MadeLabel
  readonly isBuiltIn?: true
  readonly key?: string
  readonly name?: string
  readonly kind?: string
  readonly title?: string
  readonly action?: Labelled
}

function spoken<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(spoken) as Part
  if (typeof part !== 'object' || part === null) return part
  const all = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, spoken(value)]))
  const label = suppliedLabel(part as Labelled)
  // A form has the name of its action.
  const title = suppliedLabel((part as Labelled).action ?? {})
  return {
    ...all,
    ...(label === null ? {} : { label }),
    ...(title === null || (part as Labelled).kind !== 'form' ? {} : { title }),
  } as Part
}

/** Null: the author wrote the label. */
export function suppliedLabel({ made, isBuiltIn, key, name }: Labelled): string | null {
  if (made !== undefined) return words.supplied.label(made)
  return isBuiltIn === true ? (words.supplied.builtIn[key ?? name ?? ''] ?? null) : null
}
