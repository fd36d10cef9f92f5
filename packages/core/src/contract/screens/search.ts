// Global search: for each entity with a page of its own, the matching records.

import type { Entity } from '../../model/entities.ts'
import { entityNamed } from '../../model/find.ts'
import { isFalse } from '../../expression/conditions.ts'
import { visibleField, visibleRecords } from '../../rights/roles.ts'
import { mayOpen } from './screens.ts'
import type { ScreenScope } from './screen-scope.ts'

/** `GET` with `q`. */
export const SEARCH_PATH = '/_ninefold/search'

/** Shown matches per entity. */
export const FOUND_AT_ONCE = 5

/** Answer of `GET /_ninefold/search`. */
export interface Found {
  readonly groups: readonly FoundGroup[]
  /** Fuzzy matches, at the end of their group, if there are hardly any exact ones. */
  readonly near?: readonly NearlyFound[]
  /** Fuzzy search is not available in this database. */
  readonly isExactOnly?: true
}

export interface NearlyFound {
  readonly entity: string
  readonly label: string
  readonly address: string
  /** Its words that resemble the typed ones. */
  readonly words: readonly string[]
}

export interface FoundGroup {
  readonly entity: string
  /** The number of all matches; the first ones are included. */
  readonly total: number
  readonly records: readonly { readonly label: string; readonly address: string }[]
}

/** The page of an entity's record. */
export interface RecordPage {
  readonly entity: Entity
  /** `/tickets/:number` */
  readonly path: string
  readonly parameter: string
  readonly field: string
}

/** The first page of each entity that the caller can open and that needs only the record. */
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
