// The query of a list → conditions, order and page. What is not known here is refused, not ignored.

import type { Expression, Value } from '@ninefold/core/expression/expression.ts'
import type { Entity, Field } from '@ninefold/core/model/entities.ts'
import { currencyPlaces } from '@ninefold/core/model/currencies.ts'
import { fieldNamed } from '@ninefold/core/model/find.ts'
import type { SortKey } from '@ninefold/core/plan/lists.ts'
import { equals, includes, isMoneyOf, isOnDay, matches, sortValue } from '@ninefold/core/rights/list-conditions.ts'
import type { Viewer } from '@ninefold/core/rights/readable.ts'
import { visibleField } from '@ninefold/core/rights/roles.ts'
import { isFalse } from '@ninefold/core/expression/conditions.ts'
import { fromLocal, type TimeZone } from '@ninefold/core/expression/time-zone.ts'
import { isDate } from '@ninefold/core/contract/accept-value.ts'
import { Refusal, type RefusalItem } from '../gate/refusal.ts'
import { queryValue } from './bodies.ts'

export interface ListQuery {
  readonly conditions: readonly Expression[]
  readonly bindings: Readonly<Record<string, Value>>
  /** The first decides most; none: nobody asked for an order. */
  readonly sort: readonly { readonly field: Field; readonly isDescending: boolean }[]
  /** Equal for queries that need the same statement. */
  readonly key: string
}

export interface ListQueryRules {
  readonly entity: Entity
  /** Fields that may be filtered by. */
  readonly filters: readonly Field[]
  readonly searchIn: readonly Field[]
  readonly sortable: readonly Field[]
  /** By so many of them at once. */
  readonly sortsMax: number
  /** Parameters that somebody else reads. */
  readonly others: readonly string[]
}

export type Query = Readonly<Record<string, string | readonly string[] | undefined>>

/** A parameter that nothing reads is refused: whoever sent it expects something of it. */
export function refuseOtherParameters(query: Query, known: readonly string[]): void {
  const others = Object.keys(query).filter((name) => !known.includes(name))
  if (others.length > 0) throw new Refusal(others.map((name) => item('unknown input', name)))
}

export function listQuery(viewer: Viewer, timeZone: TimeZone, rules: ListQueryRules, query: Query): ListQuery {
  const conditions: Expression[] = []
  const bindings: Record<string, Value> = {}
  const refusals: RefusalItem[] = []
  const keys: string[] = []
  let sort: ListQuery['sort'] = []
  for (const [name, sent] of Object.entries(query)) {
    if (rules.others.includes(name) || sent === undefined || sent === '') continue
    const text = typeof sent === 'string' ? sent : null
    const filter = rules.filters.find((field) => field.name === name)
    if (text === null || text.includes('\u0000')) refusals.push(item('wrong type', name))
    else if (name === 'sort') sort = sortOf(rules, text) ?? (refusals.push(item('wrong type', name)), [])
    else if (name === 'q' && rules.searchIn.length > 0) {
      conditions.push(matches(viewer, rules.entity, rules.searchIn, 'search'))
      bindings['search'] = text
      keys.push('q')
    } else if (filter === undefined) refusals.push(item('unknown input', name))
    else {
      const found = filterBy(viewer, timeZone, rules.entity, filter, text)
      if (found === null) refusals.push(item('wrong type', name))
      else {
        conditions.push(found.condition)
        Object.assign(bindings, found.bindings)
        keys.push(found.key)
      }
    }
  }
  if (refusals.length > 0) throw new Refusal(refusals)
  const sortKey = sort.map(({ field, isDescending }) => `${isDescending ? '-' : ''}${field.name}`).join(',')
  return { conditions, bindings, sort, key: `${keys.sort().join(',')} sort ${sortKey}` }
}

function item(error: 'wrong type' | 'unknown input', about: string): RefusalItem {
  return { kind: 'built-in', error, about, limit: null, reason: null }
}

/** `-priority,dueAt`: each field once. Null: it is no order. */
function sortOf({ sortable, sortsMax }: ListQueryRules, text: string): ListQuery['sort'] | null {
  const parts = text.split(',')
  const sorts = parts.flatMap((part) => {
    const field = sortable.find(({ name }) => name === part.replace(/^-/, ''))
    return field === undefined ? [] : [{ field, isDescending: part.startsWith('-') }]
  })
  const isWhole = sorts.length === parts.length && new Set(sorts.map(({ field }) => field)).size === parts.length
  return isWhole && parts.length <= sortsMax ? sorts : null
}

interface Filter {
  readonly condition: Expression
  readonly bindings: Readonly<Record<string, Value>>
  readonly key: string
}

function filterBy(viewer: Viewer, timeZone: TimeZone, entity: Entity, field: Field, text: string): Filter | null {
  const variable = `filter.${field.name}`
  const { type } = field
  if (type.kind === 'reference' || type.kind === 'collection') {
    const id = referencedId(viewer, type.entity, text)
    if (id === null) return null
    const condition =
      type.kind === 'reference' ? equals(viewer, entity, field, variable) : includes(viewer, entity, field, variable)
    return { condition, bindings: { [variable]: { id, fields: {} } }, key: field.name }
  }
  if (type.kind === 'state')
    return { condition: equals(viewer, entity, field, variable), bindings: { [variable]: text }, key: field.name }
  if (type.kind === 'date and time' && /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) {
    if (!isDate(text)) return null
    const day = Date.parse(`${text}T00:00:00Z`)
    const [from, until] = [fromLocal(day, timeZone), fromLocal(day + 86_400_000, timeZone)]
    return {
      condition: isOnDay(viewer, entity, field, `${variable}.from`, `${variable}.until`),
      bindings: { [`${variable}.from`]: from, [`${variable}.until`]: until },
      // A day needs another statement than a moment of it.
      key: `${field.name} day`,
    }
  }
  if (type.kind === 'money' && type.currency === null) return filterByMoney(viewer, entity, field, text)
  const value = queryValue(type, text)
  return value === undefined || value === null
    ? null
    : { condition: equals(viewer, entity, field, variable), bindings: { [variable]: value }, key: field.name }
}

/** `EUR`, or `9.90 EUR`. */
function filterByMoney(viewer: Viewer, entity: Entity, field: Field, text: string): Filter | null {
  const [, amount = null, currency = ''] = /^(?:(-?[0-9]{1,30}(?:\.[0-9]{1,20})?) )?([A-Z]{3})$/.exec(text) ?? []
  if (currencyPlaces(currency) === null) return null
  const names = { currency: `filter.${field.name}.currency`, amount: `filter.${field.name}.amount` }
  return {
    condition: isMoneyOf(viewer, entity, field, names.currency, amount === null ? null : names.amount),
    bindings: { [names.currency]: currency, ...(amount === null ? {} : { [names.amount]: amount }) },
    // So much of it needs another statement than any amount.
    key: amount === null ? field.name : `${field.name} amount`,
  }
}

function referencedId(viewer: Viewer, entityName: string, text: string): string | number | null {
  const entity = viewer.model.entities.entities.find(({ name }) => name === entityName)
  const id = entity === undefined ? null : fieldNamed(entity, 'id').type
  if (id?.kind === 'identifier' && id.form === 'counting') return /^[0-9]{1,15}$/.test(text) ? Number(text) : null
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : null
}

/** The order that the caller asked for, or else the stated one. */
export function sortKeys(
  viewer: Viewer,
  entity: Entity,
  query: ListQuery,
  stated: readonly SortKey[],
): readonly SortKey[] {
  if (query.sort.length === 0) return stated
  return query.sort.map(({ field, isDescending }) => ({
    value: sortValue(viewer, entity, field),
    direction: isDescending ? 'descending' : 'ascending',
  }))
}

/** Fields that the caller may ever see, of those that can be compared. */
export function comparableFields(viewer: Viewer, entity: Entity): Field[] {
  return entity.fields.filter(
    (field) =>
      !field.isHidden &&
      !['period', 'file', 'secret text'].includes(field.type.kind) &&
      !isFalse(visibleField(viewer.model, viewer.caller, entity.name, field.name)),
  )
}
