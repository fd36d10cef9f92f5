// Global search: for each entity with a page of its own, the matching records.

import type { Entity } from '../../model/entities.ts'
import { entityNamed } from '../../model/find.ts'
import { isFalse } from '../../expression/conditions.ts'
import { visibleField, visibleRecords } from '../../rights/roles.ts'
import { screensOfRecord } from './record-pages.ts'
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
  /** The number of matches, up to `FOUND_COUNT_MAX` and one further; the first ones are included. */
  readonly total: number
  readonly records: readonly FoundRecord[]
}

export interface FoundRecord {
  readonly label: string
  readonly address: string
  /** The text with the typed words, if the label has none of them. */
  readonly detail?: string
}

/** The page of an entity's record. */
export interface FindablePage {
  readonly entity: Entity
  /** `/tickets/:number` */
  readonly path: string
  readonly parameter: string
  readonly field: string
}

/** The page of each entity that the caller can open and that needs only the record. */
export function findablePages(scope: ScreenScope): FindablePage[] {
  const { routes, screens } = scope.model.screens
  const entities = routes.flatMap((route) => {
    const blocks = screens.find(({ name }) => name === route.screen)?.blocks ?? []
    return blocks.flatMap((block) => (block.kind === 'record' ? [block.entity] : [])).slice(0, 1)
  })
  return [...new Set(entities)].flatMap((entity) => findablePage(scope, entity) ?? [])
}

function findablePage(scope: ScreenScope, entity: string): FindablePage | null {
  const { model, caller } = scope
  for (const screen of screensOfRecord(scope, entity)) {
    const block = screen.blocks.find(({ kind }) => kind === 'record')
    const route = model.screens.routes.find((candidate) => candidate.screen === screen.name)
    const [parameter, ...others] = route?.parameters ?? []
    if (route === undefined || parameter === undefined || others.length > 0 || block?.kind !== 'record') continue
    const { field } = block
    if (block.entity !== entity || block.parameter !== parameter.name) continue
    if (isFalse(visibleRecords(model, caller, entity)) || isFalse(visibleField(model, caller, entity, field))) continue
    return { entity: entityNamed(model, entity), path: route.path, parameter: parameter.name, field }
  }
  return null
}
