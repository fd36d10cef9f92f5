// The query of a list → conditions, order and page. An unknown parameter is refused, not ignored.

import type { Value } from '@ninefold/core/expression/expression.ts'
import { isCompared, type ValueAtKey } from '@ninefold/core/model/custom-fields/compared-fields.ts'
import type { Entity, Field } from '@ninefold/core/model/entities.ts'
import { FILTER_GROUPS_MAX, filterGroupsIn, OR } from '@ninefold/core/contract/inputs/filter-groups.ts'
import { CONTAINS } from '@ninefold/core/contract/inputs/list-filters.ts'
import type { SortKey } from '@ninefold/core/plan/sql/list-order.ts'
import { sortAtKey, sortOfPath } from '@ninefold/core/rights/list-conditions.ts'
import type { Viewer } from '@ninefold/core/rights/readable.ts'
import { fieldAtPath, fieldsOfPath } from '@ninefold/core/model/paths.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { isReached } from '@ninefold/core/rights/roles.ts'
import { Refusal, type RefusalItem } from '../../gate/context/refusal.ts'
import { WEEKDAYS } from '@ninefold/core/model/limits.ts'
import type { Exchange } from './exchange.ts'
import { soughtIn } from './search-words.ts'
import { filterBy, filterByPart, type Filter, type FilterPlace, type FilterPlan } from './list-filters.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { planner } from '../../gate/context/planner.ts'
import type { Query } from './query.ts'

export interface ListQuery {
  readonly filters: readonly FilterPlan[]
  readonly bindings: Readonly<Record<string, Value>>
  /** Most significant first; empty: no order was requested. */
  readonly sort: readonly AskedSort[]
}

export interface AskedSort {
  readonly path: string
  readonly isDescending: boolean
  /** The path is that of a custom field. */
  readonly atKey?: ValueAtKey
}

export interface ListQueryRules {
  readonly entity: Entity
  /** Fields that can be filtered by. */
  readonly filters: readonly Field[]
  readonly searchIn: readonly Field[]
  /** Names of fields, or paths to one: `room.name`. */
  readonly sortable: readonly string[]
  /** How many sort keys a request may have. */
  readonly sortsMax: number
  /** Further groups of filters may be combined by `or`. */
  readonly hasGroups?: true
  /** Parameters that another part of the handler reads. */
  readonly others: readonly string[]
}

/** Refuses unknown parameters, because their sender expects an effect. */
export function refuseOtherParameters(query: Query, known: readonly string[]): void {
  const others = Object.keys(query).filter((name) => !known.includes(name))
  if (others.length > 0) throw new Refusal(others.map((name) => item('unknown input', name)))
}

/** Time zone and present day of a request. */
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
  const words: FilterPlan[] = []
  const reader = new FilterReader(model, place, rules)
  const own: FilterPlan[] = []
  let groups: readonly (readonly FilterPlan[])[] = []
  let sort: ListQuery['sort'] = []
  for (const [name, sent] of Object.entries(query)) {
    if (rules.others.includes(name) || sent === undefined || sent === '') continue
    const text = typeof sent === 'string' && !sent.includes('\u0000') ? sent : null
    if (text === null) reader.refuse('wrong type', name)
    else if (name === 'sort') sort = sortOf(rules, text) ?? (reader.refuse('wrong type', name), [])
    else if (name === 'q' && rules.searchIn.length > 0) {
      const sought = soughtIn(text)
      words.push({ kind: 'words', fields: rules.searchIn, variables: sought.variables, mistyped: sought.mistyped })
      Object.assign(reader.bindings, sought.bindings)
    } else if (name === OR && rules.hasGroups === true && !reader.knows(name)) groups = reader.groups(text)
    else own.push(...reader.filter(name, text))
  }
  if (reader.refusals.length > 0) throw new Refusal(reader.refusals)
  const filters = groups.length === 0 ? own : either(own.length === 0 ? groups : [own, ...groups])
  return { filters: [...filters, ...words], bindings: reader.bindings, sort }
}

/** A single group needs no disjunction. */
function either(groups: readonly (readonly FilterPlan[])[]): readonly FilterPlan[] {
  return groups.length === 1 ? (groups[0] ?? []) : [{ kind: 'groups', groups }]
}

/** Parses filters, and collects their bindings and the refused parameters. */
class FilterReader {
  readonly bindings: Record<string, Value> = {}
  readonly refusals: RefusalItem[] = []
  readonly #model: Model
  readonly #place: FilterPlace
  readonly #rules: ListQueryRules

  constructor(model: Model, place: FilterPlace, rules: ListQueryRules) {
    this.#model = model
    this.#place = place
    this.#rules = rules
  }

  refuse(error: 'wrong type' | 'unknown input', name: string): void {
    this.refusals.push(item(error, name))
  }

  knows(name: string): boolean {
    return this.#rules.filters.some((field) => field.name === name)
  }

  /** Returns an empty list for an invalid filter, which is refused. */
  filter(name: string, text: string, group = ''): FilterPlan[] {
    const isPart = !this.knows(name) && name.endsWith(CONTAINS)
    const path = isPart ? name.slice(0, -CONTAINS.length) : name
    const field = this.#rules.filters.find((each) => each.name === path)
    if (field === undefined) return (this.refuse('unknown input', `${group}${name}`), [])
    const filtered = { model: this.#model, entity: this.#rules.entity, field, group }
    const read = (): Filter | null => (isPart ? filterByPart(filtered, text) : filterBy(this.#place, filtered, text))
    const found = text.includes('\u0000') ? null : read()
    if (found === null) return (this.refuse('wrong type', `${group}${name}`), [])
    Object.assign(this.bindings, found.bindings)
    return [found.plan]
  }

  groups(text: string): FilterPlan[][] {
    const asked = filterGroupsIn(text)
    if (asked === null || asked.length > FILTER_GROUPS_MAX) return (this.refuse('wrong type', OR), [])
    return asked.map((group, index) =>
      Object.entries(group).flatMap(([name, value]) => this.filter(name, value, `${OR}[${index}].`)),
    )
  }
}

function item(error: 'wrong type' | 'unknown input', about: string): RefusalItem {
  return { kind: 'built-in', error, about, limit: null, reason: null }
}

/** `-priority,room.name`: each key once. Null: not a valid order. */
function sortOf({ filters, sortable, sortsMax }: ListQueryRules, text: string): ListQuery['sort'] | null {
  const parts = text.split(',')
  const sorts = parts.flatMap((part) => {
    const path = sortable.find((each) => each === part.replace(/^-/, ''))
    if (path === undefined) return []
    const field = filters.find(({ name }) => name === path)
    const atKey = field !== undefined && isCompared(field) ? { atKey: field.atKey } : {}
    return [{ path, isDescending: part.startsWith('-'), ...atKey }]
  })
  const isWhole = sorts.length === parts.length && new Set(sorts.map(({ path }) => path)).size === parts.length
  return isWhole && parts.length <= sortsMax ? sorts : null
}

/** The requested order, or else the stated one. */
export function sortKeys(
  viewer: Viewer,
  entity: Entity,
  sort: readonly AskedSort[],
  stated: readonly SortKey[],
): readonly SortKey[] {
  if (sort.length === 0) return stated
  return sort.map(({ path, isDescending, atKey }) => ({
    value: atKey === undefined ? sortOfPath(viewer, entity, path) : sortAtKey(viewer, entity, atKey),
    direction: isDescending ? 'descending' : 'ascending',
  }))
}

/** Comparable fields that point 6 lets the caller see. */
export function comparableFields(viewer: Viewer, entity: Entity): Field[] {
  return entity.fields.filter(
    (field) =>
      !field.isHidden &&
      !['file', 'map', 'json', 'secret text'].includes(field.type.kind) &&
      isReached(viewer.model, viewer.caller, entity.name, 'see', field.name),
  )
}

/** Filters of a screen's list: fields of which point 6 lets the caller see the whole path. */
export const filteredPlan = planner(
  'filtered by',
  ({ model, caller }, entity: Entity, paths: readonly string[]): Field[] =>
    paths.flatMap((path) => {
      const isSeen = fieldsOfPath(model, entity.name, path).every(
        ({ owner, field }) => !field.isHidden && isReached(model, caller, owner, 'see', field.name),
      )
      // Conditions read the field by its whole path, so that is its name here.
      return isSeen ? [{ ...fieldAtPath(model, entity.name, path).field, name: path }] : []
    }),
)

export const comparablePlan = planner('comparable', comparableFields)
