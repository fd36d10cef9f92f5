// Search over everything that somebody may see: of each entity that has a page of its own, the records that match.

import type { Entity } from '../../model/entities.ts'
import { entityNamed } from '../../model/find.ts'
import { isFalse } from '../../expression/conditions.ts'
import { visibleField, visibleRecords } from '../../rights/roles.ts'
import { mayOpen } from './screens.ts'
import type { ScreenScope } from './screen-scope.ts'

/** `GET` this with `q`. */
export const SEARCH_PATH = '/_ninefold/search'

/** Of each entity, so many are shown. */
export const FOUND_AT_ONCE = 5

/** Answer of `GET /_ninefold/search`. */
export interface Found {
  readonly groups: readonly FoundGroup[]
  /** Hardly anything has these words: what has words like them comes last in its group. */
  readonly near?: readonly NearlyFound[]
  /** The database cannot compare letters: words are found as they are typed, and not otherwise. */
  readonly isExactOnly?: true
}

export interface NearlyFound {
  readonly entity: string
  readonly label: string
  readonly address: string
  /** Words of it that are like those that were typed. */
  readonly words: readonly string[]
}

export interface FoundGroup {
  readonly entity: string
  /** The first of them are here. */
  readonly total: number
  readonly records: readonly { readonly label: string; readonly address: string }[]
}

/** Where a record of the entity is looked at. */
export interface RecordPage {
  readonly entity: Entity
  /** `/tickets/:number` */
  readonly path: string
  readonly parameter: string
  readonly field: string
}

/** The first page of each entity that the caller can open, and that needs nothing but the record. */
export function recordPages(scope: ScreenScope): RecordPage[] {
  const { model, caller } = scope
  const pages = new Map<string, RecordPage>()
  for (const route of model.screens.routes) {
    const [parameter, ...others] = route.parameters
    const screen = model.screens.screens.find(({ name }) => name === route.screen)
    const block = screen?.blocks.find(({ kind }) => kind === 'record')
    if (parameter === undefined || others.length > 0 || screen === undefined || block?.kind !== 'record') continue
    const { entity, field } = block
    const isReadable =
      mayOpen(scope, screen) &&
      !isFalse(visibleRecords(model, caller, entity)) &&
      !isFalse(visibleField(model, caller, entity, field))
    if (!isReadable || block.parameter !== parameter.name || pages.has(entity)) continue
    pages.set(entity, { entity: entityNamed(model, entity), path: route.path, parameter: parameter.name, field })
  }
  return [...pages.values()]
}
