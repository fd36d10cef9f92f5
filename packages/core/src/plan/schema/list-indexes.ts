// Fields and lists of an entity → the indexes of its table.

import type { Entity, Field } from '../../model/entities.ts'
import { defaultSort } from '../../model/lists/default-sort.ts'
import type { Direction, FieldKind } from '../../model/field-types.ts'
import { fieldNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import type { ListBlock } from '../../model/screens.ts'
import { signInOf } from '../../model/users/sign-in-of.ts'
import { columnName, compositeName } from '../sql/database-names.ts'
import { quoted } from './ddl.ts'
import { placeAmong } from '../sql/list-order.ts'
import { sortsOf } from './list-sorts.ts'
import type { Column, Index } from './schema.ts'
import { identifier, renderSql } from '../sql/sql.ts'
import { branchIndexes, filtersOfCalls } from './branch-indexes.ts'

export interface StoredField {
  readonly field: Field
  readonly column: Column
}

/** The words of a choice or state. */
export function wordsOf(model: Model, entity: Entity, field: Field): readonly string[] | null {
  if (field.type.kind === 'choice' || field.type.kind === 'choices') return field.type.values
  if (field.type.kind !== 'state') return null
  const machine = model.states.machines.find(
    (machine) => machine.entity === entity.name && machine.field === field.name,
  )
  return machine === undefined ? null : machine.states.map(({ name }) => name)
}

/** Kinds without an index: too few values, or values that a B-tree cannot search within. */
const FOUND_WITHOUT: readonly FieldKind[] = ['yes/no', 'choices', 'period', 'map', 'json', 'long text']

/** Indexes for every reference, for lookups from the other side and for deletions; and for sorting and filtering. */
export function lookUpIndexes(model: Model, entity: Entity, stored: readonly StoredField[]): Index[] {
  const filtered = filteredBy(model, entity)
  const sorted = sortsOf(model, entity)
  return stored.flatMap(({ field, column }): Index[] => {
    const index = (suffix: string, keys: readonly string[], others: readonly Field[] = []): Index => ({
      name: compositeName(entity.name, field.name, suffix),
      keys: [...keys, ...others.map((other) => quoted(columnName(other.name, other.type)))],
      columns: [column.name, ...others.map((other) => columnName(other.name, other.type))],
      fields: [field, ...others].map(({ name }) => name),
      unique: null,
    })
    const isUnique = isUniqueAlone(field)
    const isLookedUp = hasLookUp(field, filtered) || isKey(model, entity, field)
    const lookUp = isLookedUp ? [index('index', [quoted(column.name)], orderOfOnesOwn(model, entity, field))] : []
    const isSorted = (direction: Direction): boolean =>
      sorted.some((sort) => sort.field === field.name && sort.direction === direction)
    const [isAscending, isDescending] = [isSorted('ascending'), isSorted('descending')]
    // An index of a field that is never empty serves both directions; a unique field needs no further key.
    if (!(isAscending || isDescending) || (isUnique && column.isRequired)) return lookUp
    const words = wordsOf(model, entity, field)
    const ascending = index('ascending', orderKeys(model, entity, field, 'ascending'))
    const descending = index('descending', orderKeys(model, entity, field, 'descending'))
    const inOrder = [
      ...(isAscending || column.isRequired ? [ascending] : []),
      ...(isDescending && !column.isRequired ? [descending] : []),
    ]
    return words === null && inOrder.includes(ascending) ? inOrder : [...lookUp, ...inOrder]
  })
}

/** Names of the fields by which screens and calls filter. */
export function filteredBy(model: Model, entity: Entity): ReadonlySet<string> {
  const lists = model.screens.screens
    .flatMap(({ blocks }) => blocks)
    .filter((block): block is ListBlock => block.kind === 'list' && block.entity === entity.name)
  return new Set([...lists.flatMap(({ filters }) => filters), ...filtersOfCalls(model, entity)])
}

/** An index finds the records with one value of the field. */
export function hasLookUp(field: Field, filtered: ReadonlySet<string>): boolean {
  const { name, type } = field
  return (
    type.kind === 'reference' || (filtered.has(name) && !FOUND_WITHOUT.includes(type.kind) && !isUniqueAlone(field))
  )
}

export function isUniqueAlone({ unique }: Field): boolean {
  return unique !== null && !unique.ignoringCase && unique.within.length === 0
}

/**
 * References to users get an index that includes the order of lists, so that a page of a user's own records is read
 * from it, however many there are.
 */
export function orderOfOnesOwn(model: Model, entity: Entity, { type, unique }: Field): Field[] {
  const standard = model.calls.standard.find((each) => each.entity === entity.name && each.calls.includes('list'))
  if (type.kind !== 'reference' || unique !== null || standard === undefined) return []
  if (signInOf(model.roles)?.entity !== type.entity) return []
  const sort = defaultSort(entity, standard)
  if (sort.type.kind === 'sequence' || sort.type.kind === 'identifier') return [sort]
  // The id is the tie-breaker for equal times.
  return sort.isBuiltIn ? [sort, fieldNamed(entity, 'id')] : []
}

/** The same order as in `orderSql`. An index of a column that is never empty serves both directions. */
function orderKeys(model: Model, entity: Entity, field: Field, direction: Direction): string[] {
  const words = wordsOf(model, entity, field)
  const own = columnName(field.name, field.type)
  const value = words === null ? quoted(own) : `(${renderSql(placeAmong(words, identifier(own))).text})`
  return direction === 'ascending' ? [value, quoted('id')] : [`${value} DESC NULLS LAST`, `${quoted('id')} DESC`]
}

/** Indexes for the lists of the text, by the conditions of their viewers. */
export function listIndexes(model: Model, entity: Entity): Index[] {
  return branchIndexes(model, entity).map(({ found, sort, asked }) => {
    const field = fieldNamed(entity, sort.field)
    const order =
      field.type.kind === 'identifier' || found.includes(field)
        ? [quoted('id')]
        : orderKeys(model, entity, field, sort.direction)
    const columns = (fields: readonly Field[]): string[] => fields.map(({ name, type }) => columnName(name, type))
    const included = columns(asked.filter((each) => each !== field)).map(quoted)
    return {
      name: compositeName(
        entity.name,
        ...found.map(({ name }) => name),
        'by',
        sort.field,
        ...(sort.direction === 'ascending' ? [] : ['descending']),
      ),
      keys: [...columns(found).map(quoted), ...order],
      ...(included.length === 0 ? {} : { included }),
      columns: [...new Set(columns([...found, field, ...asked]))],
      fields: [...new Set([...found, field].map(({ name }) => name))],
      unique: null,
    }
  })
}

/** Addresses are case-sensitive, so a case-insensitive unique index does not serve them. */
function isKey({ calls }: Model, entity: Entity, field: Field): boolean {
  const isFoundBy = calls.standard.some((each) => each.entity === entity.name && each.foundBy === field.name)
  return isFoundBy && field.unique?.ignoringCase === true
}
