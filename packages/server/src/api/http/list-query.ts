// The query of a list → conditions, order and page. What is not known here is refused, not ignored.

import type { Value } from '@ninefold/core/expression/expression.ts'
import type { Entity, Field } from '@ninefold/core/model/entities.ts'
import { CONTAINS } from '@ninefold/core/contract/inputs/list-filters.ts'
import type { SortKey } from '@ninefold/core/plan/sql/list-order.ts'
import { sortOfPath } from '@ninefold/core/rights/list-conditions.ts'
import type { Viewer } from '@ninefold/core/rights/readable.ts'
import { fieldAtPath, fieldsOfPath } from '@ninefold/core/model/paths.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { isReached } from '@ninefold/core/rights/roles.ts'
import { Refusal, type RefusalItem } from '../../gate/context/refusal.ts'
import { WEEKDAYS } from '@ninefold/core/model/limits.ts'
import type { Exchange } from './exchange.ts'
import { soughtIn } from './sought-words.ts'
import { filterBy, filterByPart, type FilterPlace, type FilterPlan } from './list-filters.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { planner } from '../../gate/context/planner.ts'
import type { Query } from './query.ts'

export interface ListQuery {
  readonly filters: readonly FilterPlan[]
  readonly bindings: Readonly<Record<string, Value>>
  /** The first decides most; none: nobody asked for an order. */
  readonly sort: readonly AskedSort[]
}

export interface AskedSort {
  readonly path: string
  readonly isDescending: boolean
}

export interface ListQueryRules {
  readonly entity: Entity
  /** Fields that may be filtered by. */
  readonly filters: readonly Field[]
  readonly searchIn: readonly Field[]
  /** Names of fields, or of those that lead to one: `room.name`. */
  readonly sortable: readonly string[]
  /** By so many of them at once. */
  readonly sortsMax: number
  /** Parameters that somebody else reads. */
  readonly others: readonly string[]
}

/** A parameter that nothing reads is refused: whoever sent it expects something of it. */
export function refuseOtherParameters(query: Query, known: readonly string[]): void {
  const others = Object.keys(query).filter((name) => !known.includes(name))
  if (others.length > 0) throw new Refusal(others.map((name) => item('unknown input', name)))
}

/** Where days begin and end for a request, and which one it is. */
export function filterPlace({
  application,
  caller,
  bindings,
}: Pick<Exchange, 'application' | 'caller' | 'bindings'>): FilterPlace {
  const { limits, roles } = application.model
  const { weekStarts } = limits
  const users = signInOf(roles)
  const firstWeekday = weekStarts === null ? 1 : WEEKDAYS.indexOf(weekStarts.day) + 1
  return {
    timeZone: application.timeZone,
    today: { date: String(bindings['today']), firstWeekday },
    me: users === null || caller.me === null ? null : { entity: users.entity, id: caller.me.id },
  }
}

export function listQuery(model: Model, place: FilterPlace, rules: ListQueryRules, query: Query): ListQuery {
  const filters: FilterPlan[] = []
  const bindings: Record<string, Value> = {}
  const refusals: RefusalItem[] = []
  let sort: ListQuery['sort'] = []
  for (const [name, sent] of Object.entries(query)) {
    if (rules.others.includes(name) || sent === undefined || sent === '') continue
    const text = typeof sent === 'string' ? sent : null
    const own = rules.filters.find((field) => field.name === name)
    const isPart = own === undefined && name.endsWith(CONTAINS)
    const part = name.slice(0, -CONTAINS.length)
    const filter = isPart ? rules.filters.find((field) => field.name === part) : own
    if (text === null || text.includes('\u0000')) refusals.push(item('wrong type', name))
    else if (name === 'sort') sort = sortOf(rules, text) ?? (refusals.push(item('wrong type', name)), [])
    else if (name === 'q' && rules.searchIn.length > 0) {
      const sought = soughtIn(text)
      filters.push({ kind: 'words', fields: rules.searchIn, variables: sought.variables })
      Object.assign(bindings, sought.bindings)
    } else if (filter === undefined) refusals.push(item('unknown input', name))
    else {
      const found = isPart ? filterByPart(filter, text) : filterBy(model, place, rules.entity, filter, text)
      if (found === null) refusals.push(item('wrong type', name))
      else {
        filters.push(found.plan)
        Object.assign(bindings, found.bindings)
      }
    }
  }
  if (refusals.length > 0) throw new Refusal(refusals)
  return { filters, bindings, sort }
}

function item(error: 'wrong type' | 'unknown input', about: string): RefusalItem {
  return { kind: 'built-in', error, about, limit: null, reason: null }
}

/** `-priority,room.name`: each once. Null: it is no order. */
function sortOf({ sortable, sortsMax }: ListQueryRules, text: string): ListQuery['sort'] | null {
  const parts = text.split(',')
  const sorts = parts.flatMap((part) => {
    const path = sortable.find((each) => each === part.replace(/^-/, ''))
    return path === undefined ? [] : [{ path, isDescending: part.startsWith('-') }]
  })
  const isWhole = sorts.length === parts.length && new Set(sorts.map(({ path }) => path)).size === parts.length
  return isWhole && parts.length <= sortsMax ? sorts : null
}

/** The order that the caller asked for, or else the stated one. */
export function sortKeys(
  viewer: Viewer,
  entity: Entity,
  sort: readonly AskedSort[],
  stated: readonly SortKey[],
): readonly SortKey[] {
  if (sort.length === 0) return stated
  return sort.map(({ path, isDescending }) => ({
    value: sortOfPath(viewer, entity, path),
    direction: isDescending ? 'descending' : 'ascending',
  }))
}

/** Fields that a row of point 6 lets the caller see, of those that can be compared. */
export function comparableFields(viewer: Viewer, entity: Entity): Field[] {
  return entity.fields.filter(
    (field) =>
      !field.isHidden &&
      !['file', 'secret text'].includes(field.type.kind) &&
      isReached(viewer.model, viewer.caller, entity.name, 'see', field.name),
  )
}

/** Filters of a list of a screen, as far as a row of point 6 lets the caller see every field of its path. */
export const filteredPlan = planner(
  'filtered by',
  ({ model, caller }, entity: Entity, paths: readonly string[]): Field[] =>
    paths.flatMap((path) => {
      const isSeen = fieldsOfPath(model, entity.name, path).every(
        ({ owner, field }) => !field.isHidden && isReached(model, caller, owner, 'see', field.name),
      )
      // Named by the whole path, as its conditions read it.
      return isSeen ? [{ ...fieldAtPath(model, entity.name, path).field, name: path }] : []
    }),
)

export const comparablePlan = planner('comparable', comparableFields)
