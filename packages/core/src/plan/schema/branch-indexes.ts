// The lists of a text with their viewers → indexes for their branches: the column of the branch, then frequent filters,
// then the list's order. Columns that the right's condition reads are included, so that counting is an index-only scan.

import { isFalse, visit } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import { defaultSort } from '../../model/lists/default-sort.ts'
import type { Entity, Field } from '../../model/entities.ts'
import { everyStep } from '../../model/steps/every-step.ts'
import type { FieldKind } from '../../model/field-types.ts'
import { fieldNamed, isStored } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import type { Performer } from '../../model/roles.ts'
import { visibleRecords } from '../../rights/roles.ts'
import { usualRoles } from './caller-slots.ts'
import { type Sort, sortBy } from './list-sorts.ts'
import { askedOnce, branchesOf, valueKey } from '../sql/branches.ts'

export interface PlannedIndex {
  /** Key fields, most significant first. Each is compared with one value. */
  readonly found: readonly Field[]
  readonly sort: Sort
  /** Further fields that conditions read. */
  readonly asked: readonly Field[]
}

interface AskedList {
  /** Tells whether viewers with these roles see the list. */
  readonly isFor: (roles: ReadonlySet<string>) => boolean
  readonly where: readonly Expression[]
  readonly filters: readonly Field[]
  readonly sort: Sort
}

/** Per key. Each index slows down writes, so only those that serve the most lists and callers are created. */
const INDEXES_MAX = 3
const KEYS_MAX = 3
/** Included columns make the index wider. */
const ASKED_MAX = 3
/** Kinds with selective values that are short enough for an index. */
const NARROWED_BY: readonly FieldKind[] = ['choice', 'state']
const SMALL: readonly FieldKind[] = [...NARROWED_BY, 'reference', 'yes/no', 'whole number', 'date', 'date and time']

export function branchIndexes(model: Model, entity: Entity): PlannedIndex[] {
  const callers = usualRoles(model)
    .map((roles) => ({ roles, visible: visibleRecords(model, { roles, isSignedIn: true }, entity.name) }))
    .filter(({ visible }) => !isFalse(visible))
  const asked = askedOfRecord(
    entity,
    callers.map(({ visible }) => visible),
  )
  const lists = listsOf(model, entity)
  const wanted = new Map<string, { readonly index: PlannedIndex; readonly worth: number; times: number }>()
  for (const { roles, visible } of callers)
    for (const { isFor, where, filters, sort } of lists)
      for (const { found, worth } of isFor(roles) ? waysOf(model, entity, [visible, ...where], filters) : []) {
        const index = { found, sort, asked: asked.filter((field) => !found.includes(field)) }
        const key = `${found.map(({ name }) => name).join(',')} ${sort.field} ${sort.direction}`
        const known = wanted.get(key)
        if (known === undefined) wanted.set(key, { index, worth, times: 1 })
        else known.times += 1
      }
  const keys = new Set([...wanted.values()].flatMap(({ index, worth }) => (worth > 1 ? index.found.slice(0, 1) : [])))
  const chosen = [...wanted.values()]
    .sort((one, other) => other.worth - one.worth || other.times - one.times)
    .slice(0, INDEXES_MAX * Math.min(Math.max(keys.size, 1), KEYS_MAX))
  return chosen.map(({ index }) => index)
}

interface Way {
  readonly found: readonly Field[]
  /**
   * An index that has a branch in the list's order saves the most, because it replaces a sort; next comes one that also
   * has the state. If every viewer has the same branch, another index already has the order.
   */
  readonly worth: 3 | 2 | 1
}

/** The key fields of each branch, and the same with each filter. */
function waysOf(model: Model, entity: Entity, conditions: readonly Expression[], filters: readonly Field[]): Way[] {
  const asked = askedOnce(conditions)
  const own = asked
    .flatMap((condition) => valueKey(model, entity, condition) ?? [])
    .find(({ isReference }) => isReference)
  const keys = own !== undefined ? [own] : (branchesOf(model, entity, asked)?.map(({ key }) => key) ?? [])
  const fields = keys.map(({ field }) => field)
  if (fields.length === 0) return filters.map((filter) => ({ found: [filter], worth: 1 }))
  return fields.flatMap((field): Way[] => [
    { found: [field], worth: 3 },
    ...filters.filter((each) => each !== field).map((filter): Way => ({ found: [field, filter], worth: 2 })),
  ])
}

function listsOf(model: Model, entity: Entity): AskedList[] {
  const lists = [...ofScreens(model, entity), ...ofSteps(model, entity), ...ofStandardCalls(model, entity)]
  return lists.flatMap((list) => {
    const field = entity.fields.find(({ name }) => name === list.sort.field)
    if (field === undefined || !isStored(field)) return []
    return [{ ...list, sort: sortBy(field, list.sort.direction) }]
  })
}

function ofScreens(model: Model, entity: Entity): AskedList[] {
  return model.screens.screens.flatMap(({ who, blocks }) => {
    const isFor = (roles: ReadonlySet<string>): boolean =>
      who === null || who.some((performer) => mayBe(model, performer, roles))
    return blocks.flatMap((block): AskedList[] => {
      if (block.kind !== 'list' || block.entity !== entity.name || block.relation !== null) return []
      // A filter on another record uses that record's own index.
      const own = block.filters.filter((path) => !path.includes('.'))
      const filters = own.map((name) => fieldNamed(entity, name))
      const where = block.where === null ? [] : [block.where]
      return block.sortedBy.slice(0, 1).map((sort) => ({ isFor, where, filters: narrowing(filters), sort }))
    })
  })
}

function mayBe({ roles: { contextualRoles } }: Model, performer: Performer, roles: ReadonlySet<string>): boolean {
  if (performer.kind === 'role') return roles.has(performer.role)
  return contextualRoles.some(
    ({ name, entity, mustHave }) => name === performer.role && entity === performer.entity && roles.has(mustHave),
  )
}

function ofSteps(model: Model, entity: Entity): AskedList[] {
  return stepLists(model, entity).flatMap(({ list, narrowedBy, who }): AskedList[] => {
    if (list.page === null) return []
    const where = list.where === null ? [] : [list.where]
    return list.sortedBy.slice(0, 1).map((sort) => ({
      isFor: (roles) => who.length === 0 || who.some((role) => roles.has(role)),
      where,
      filters: narrowing(narrowedBy),
      sort,
    }))
  })
}

/** Names of the fields by whose value a query of a stated call narrows a list. */
export function filtersOfCalls(model: Model, entity: Entity): string[] {
  return stepLists(model, entity).flatMap(({ narrowedBy }) => narrowedBy.map(({ name }) => name))
}

/** Lists of all records in steps of stated calls, with the fields by whose value the query narrows them. */
function stepLists(model: Model, entity: Entity) {
  return model.calls.calls.flatMap(({ steps, queries, who }) =>
    everyStep(steps).flatMap(({ action }) => {
      if (action.kind !== 'list' || action.source.kind === 'relation' || action.source.entity !== entity.name) return []
      const narrowed = action.isNarrowedByQuery ? queries.flatMap(({ keepsOnly }) => keepsOnly ?? []) : []
      const narrowedBy = narrowed.flatMap((condition) => valueKey(model, entity, condition)?.field ?? [])
      return [{ list: action, narrowedBy, who }]
    }),
  )
}

/** Callers may filter by anything; the state is the most frequent. */
function ofStandardCalls({ calls }: Model, entity: Entity): AskedList[] {
  return calls.standard
    .filter((standard) => standard.entity === entity.name && standard.calls.includes('list'))
    .map((standard) => ({
      isFor: () => true,
      where: [],
      filters: entity.fields.filter(({ type }) => type.kind === 'state'),
      sort: { field: defaultSort(entity, standard).name, direction: 'ascending' },
    }))
}

function narrowing(filters: readonly Field[]): Field[] {
  return filters.filter((field) => isStored(field) && NARROWED_BY.includes(field.type.kind))
}

/** Fields of the record itself that rights read. Empty if they are too many or too long for an index. */
function askedOfRecord(entity: Entity, conditions: readonly Expression[]): Field[] {
  const names = new Set<string>()
  for (const condition of conditions)
    visit(condition, (part) => {
      if (part.kind === 'field' && part.of.kind === 'variable' && part.of.name === 'this') names.add(part.field)
    })
  const fields = [...names].map((name) => fieldNamed(entity, name)).filter(({ name }) => name !== 'id')
  const isShort = fields.every((field) => isStored(field) && SMALL.includes(field.type.kind))
  return isShort && fields.length <= ASKED_MAX + 1 ? fields : []
}
