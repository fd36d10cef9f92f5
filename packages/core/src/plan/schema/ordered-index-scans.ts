// The conditions and the order of a list → how its records are found. An index of a condition and the order meets the
// records of a page early. Where another condition has an index of its own, few records may match. An index in the
// list's order would then be read to its end, so the matching records are found first, and sorted.

import type { Expression } from '../../expression/expression.ts'
import type { Entity, Field } from '../../model/entities.ts'
import { fieldNamed, isStored } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { branchesOf, isOwnField, valueKey } from '../sql/branches.ts'
import type { SortKey } from '../sql/list-order.ts'
import { branchIndexes, type PlannedIndex } from './branch-indexes.ts'
import { filteredBy, hasLookUp, isUniqueAlone, orderOfOnesOwn } from './list-indexes.ts'
import { isSameSort, type Sort, sortBy, sortsOf } from './list-sorts.ts'

export interface OrderedScan {
  /** One index has all conditions that have an index, and the list's order. */
  readonly isFound: boolean
  /** An index has all records of the entity in the list's order. */
  readonly isSorted: boolean
}

/** `conditions`: each asked once. */
export function orderedScan(
  model: Model,
  entity: Entity,
  conditions: readonly Expression[],
  order: readonly SortKey[],
): OrderedScan {
  const sort = sortOf(entity, order)
  const planned = indexesOf(model, entity)
  const filtered = filteredBy(model, entity)
  const branches = branchesOf(model, entity, conditions) ?? [{ key: null, conditions }]
  const isFound = branches.every(({ key, conditions: own }) => {
    const fields = own.flatMap((condition) => valueKey(model, entity, condition)?.field ?? [])
    const finding = [...(key === null ? [] : [key.field]), ...fields].filter(
      (field) => hasLookUp(field, filtered) || planned.some(({ found }) => found.includes(field)),
    )
    return finding.length === 0 || planned.some((index) => hasBoth(index, finding, sort))
  })
  return { isFound, isSorted: sort !== null && isSorted(model, entity, sort) }
}

type FoundInOrder = Pick<PlannedIndex, 'found' | 'sort'>

function hasBoth({ found, sort }: FoundInOrder, finding: readonly Field[], by: Sort | null): boolean {
  const isSame = by !== null && isSameSort(by, sort)
  return isSame && found.every((each) => finding.includes(each)) && finding.every((each) => found.includes(each))
}

/** Null: the first key is not a column of the entity. */
function sortOf(entity: Entity, [first]: readonly SortKey[]): Sort | null {
  if (first === undefined || !isOwnField(first.value)) return null
  const { value, direction } = first
  const field = fieldNamed(entity, value.kind === 'field' ? value.field : 'id')
  return isStored(field) ? sortBy(field, direction) : null
}

/** The key of each record has an index of its own. */
function isSorted(model: Model, entity: Entity, sort: Sort): boolean {
  const field = fieldNamed(entity, sort.field)
  if (field.type.kind === 'identifier' || (isUniqueAlone(field) && field.isRequired)) return true
  return sortsOf(model, entity).some((each) => isSameSort(sortBy(fieldNamed(entity, each.field), each.direction), sort))
}

const kept = new WeakMap<Entity, readonly FoundInOrder[]>()

function indexesOf(model: Model, entity: Entity): readonly FoundInOrder[] {
  const made = kept.get(entity) ?? [...branchIndexes(model, entity), ...ofOnesOwn(model, entity)]
  kept.set(entity, made)
  return made
}

function ofOnesOwn(model: Model, entity: Entity): FoundInOrder[] {
  return entity.fields.flatMap((field) => {
    const [sort] = isStored(field) ? orderOfOnesOwn(model, entity, field) : []
    return sort === undefined ? [] : [{ found: [field], sort: sortBy(sort, 'ascending') }]
  })
}
