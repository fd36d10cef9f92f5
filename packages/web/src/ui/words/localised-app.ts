// The application as the server describes it → as somebody reads it: labels that nobody wrote are said in their language.
// The author's own words stay.

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
  // A form is called after its action.
  const title = suppliedLabel((part as Labelled).action ?? {})
  return {
    ...all,
    ...(label === null ? {} : { label }),
    ...(title === null || (part as Labelled).kind !== 'form' ? {} : { title }),
  } as Part
}

/** Null: it is the author's. */
export function suppliedLabel({ made, isBuiltIn, key, name }: Labelled): string | null {
  if (made !== undefined) return words.supplied.label(made)
  return isBuiltIn === true ? (words.supplied.builtIn[key ?? name ?? ''] ?? null) : null
}
