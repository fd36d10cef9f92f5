// A request for a list of a screen → its filters, its order, and for a calendar the requested days.

import { comparedFields } from '@ninefold/core/contract/custom-fields/custom-field-filters.ts'
import {
  columnKey,
  customFieldColumns,
  isSortable,
  visibleColumns,
} from '@ninefold/core/contract/screens/screen-columns.ts'
import { isDate } from '@ninefold/core/contract/inputs/accept-value.ts'
import type { Value } from '@ninefold/core/expression/expression.ts'
import { fromLocal } from '@ninefold/core/expression/evaluate/time-zone.ts'
import type { ComparedField } from '@ninefold/core/model/custom-fields/compared-fields.ts'
import { definitionEntities } from '@ninefold/core/model/custom-fields/definitions.ts'
import type { Entity, Field } from '@ninefold/core/model/entities.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import { fieldAtPath } from '@ninefold/core/model/paths.ts'
import type { ListBlock, Screen } from '@ninefold/core/model/screens.ts'
import { refused } from '../../gate/context/refusal.ts'
import { shownDefinitions } from '../../gate/custom-fields/shown-custom-fields.ts'
import type { Exchange } from '../http/exchange.ts'
import type { FilterPlan } from '../http/list-filters.ts'
import { indexedWords, servedIn, soughtIn } from '../http/search-words.ts'
import { comparablePlan, filteredPlan, filterPlace, listQuery } from '../http/list-query.ts'
import { CARDS } from './list-lanes.ts'
import { PART_PARAMETERS } from './list-parts.ts'
import type { Narrowed } from './narrowed-list.ts'
import { namesOfPlace, placeBindings } from './screen-values.ts'

/** Further sort keys rarely matter. */
const SORTED_BY_MAX = 3

export async function narrow(exchange: Exchange, screen: Screen, block: ListBlock): Promise<Narrowed> {
  const { application, caller, query, bindings } = exchange
  const entity = entityNamed(application.model, block.entity)
  const fields = application.planned(comparablePlan, caller, entity)
  const custom = await customFields(exchange, entity, block)
  const rules = {
    entity,
    filters: [...application.planned(filteredPlan, caller, entity, block.filters), ...custom],
    searchIn: fields.filter(({ name }) => block.searchIn.includes(name)),
    sortable: [
      ...visibleColumns({ model: application.model, caller }, block)
        .filter((column) => isSortable(application.model, entity.name, column))
        .map(columnKey),
      ...custom.map(({ name }) => name),
    ],
    sortsMax: SORTED_BY_MAX,
    hasGroups: true as const,
    others: [
      'page',
      ...(block.form.kind === 'calendar' ? ['from', 'until'] : []),
      ...(isScrolled(block) ? PART_PARAMETERS : []),
      ...(block.form.kind === 'board' ? [CARDS] : []),
      ...namesOfPlace(application.model, screen, query),
    ],
  }
  const parsed = listQuery(application.model, filterPlace(exchange), rules, query)
  const days = block.form.kind === 'calendar' ? daysOf(exchange, entity, block.form.by[0] ?? '') : null
  const place = placeBindings(exchange, screen, [block.where])
  return {
    list: {
      screen,
      block,
      filters: await servedByIndexes(exchange, entity, parsed.filters),
      sort: parsed.sort,
      days: days?.field ?? null,
    },
    bindings: { ...bindings, ...place, ...parsed.bindings, ...days?.bindings },
  }
}

/** Words of the search, with those that an index finds. */
async function servedByIndexes(
  { application, query }: Exchange,
  entity: Entity,
  filters: readonly FilterPlan[],
): Promise<readonly FilterPlan[]> {
  const { q } = query
  if (typeof q !== 'string' || !filters.some(({ kind }) => kind === 'words')) return filters
  const words = await indexedWords(application, soughtIn(q))
  return filters.map((filter) =>
    filter.kind === 'words'
      ? { ...filter, sought: servedIn(application.model, words, { entity, fields: filter.fields }) }
      : filter,
  )
}

/** The custom fields that the list shows, if the query names one, so that other requests read no definitions. */
async function customFields(exchange: Exchange, entity: Entity, block: ListBlock): Promise<ComparedField[]> {
  const { application, caller, query } = exchange
  const { model } = application
  if (definitionEntities(model).size === 0) return []
  const described = customFieldColumns({ model, caller }, block)
  const asked = Object.entries(query).flatMap(([name, value]) => [name, String(value ?? '')])
  const isNamed = [...described.keys()].some((key) => asked.some((text) => text.includes(`${key}.`)))
  if (!isNamed) return []
  const definitions = await shownDefinitions(exchange, application.database)
  return [...described].flatMap(([key, of]) => {
    const { field } = fieldAtPath(model, entity.name, key)
    return comparedFields(field, key.split('.'), definitions.get(of) ?? [])
  })
}

/** Other forms are drawn as a whole, or have days as their pages. */
export function isScrolled({ form }: ListBlock): boolean {
  return form.kind === 'table' || form.kind === 'cards'
}

interface Days {
  readonly bindings: Record<string, Value>
  readonly field: Field
}

/** Null: no days were requested. */
function daysOf({ application, query }: Exchange, entity: Entity, by: string): Days | null {
  const { from, until } = query
  if (from === undefined && until === undefined) return null
  for (const [name, day] of [
    ['from', from],
    ['until', until],
  ] as const)
    if (typeof day !== 'string' || !isDate(day)) throw refused('wrong type', name)
  const field = fieldNamed(entity, by)
  const isMoment = field.type.kind === 'date and time' || (field.type.kind === 'period' && field.type.of !== 'date')
  const bound = (day: unknown): Value =>
    isMoment ? fromLocal(Date.parse(`${String(day)}T00:00:00Z`), application.timeZone) : String(day)
  return {
    bindings: { 'days.from': bound(from), 'days.until': bound(until) },
    field,
  }
}
