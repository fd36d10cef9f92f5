// A record from anywhere in the application → the page that shows it, for a caller who may open that page.

import type { ScreenScope } from './screen-scope.ts'
import { filledByAnswer } from './screen-scope.ts'
import { blocksFor, mayOpen } from './screens.ts'

export interface RecordPage {
  /** `/tickets/:number`, with the names of the record's fields in its places. */
  readonly pattern: string
  readonly fields: readonly string[]
}

/** Null: there is no such page. One that needs more than the record is none. */
export function pageOfRecord(scope: ScreenScope, entity: string): RecordPage | null {
  for (const screen of scope.model.screens.screens) {
    const shows = blocksFor(scope, screen).some((block) => block.kind === 'record' && block.entity === entity)
    const route = scope.model.screens.routes.find((candidate) => candidate.screen === screen.name)
    const pattern = filledByAnswer(scope.model, screen.name)
    if (!shows || route === undefined || pattern === null || !mayOpen(scope, screen)) continue
    if (route.parameters.every((parameter) => parameter.entity === entity))
      return { pattern, fields: route.parameters.map(({ field }) => field) }
  }
  return null
}

/** Null: one of the fields is empty, or may not be seen. */
export function addressOfRecord({ pattern }: RecordPage, keys: Readonly<Record<string, unknown>>): string | null {
  const segments: string[] = []
  for (const segment of pattern.split('/')) {
    const value = segment.startsWith(':') ? keys[segment.slice(1)] : segment
    if (typeof value !== 'string' || (value === '' && segment !== '')) return null
    segments.push(segment.startsWith(':') ? encodeURIComponent(value) : value)
  }
  return segments.join('/')
}
