// The lists of a text, with whoever looks at them → indexes along which their branches are gone through: first what the
// branch is found by, then what people narrow the list by, then the list's order. The index also has the columns of the
// right's condition on the record itself, so that counting reads no record.

import { isFalse, visit } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import { defaultSort } from '../../model/lists/default-sort.ts'
import type { Entity, Field } from '../../model/entities.ts'
import { everyStep } from '../../model/steps/every-step.ts'
import { type FieldKind, MADE_BY_PRODUCT } from '../../model/field-types.ts'
import { fieldNamed, isStored } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import type { Performer } from '../../model/roles.ts'
import { visibleRecords } from '../../rights/roles.ts'
import { usualRoles } from './caller-slots.ts'
import type { Sort } from './list-sorts.ts'
import { askedOnce, branchesOf, valueKey } from '../sql/branches.ts'

export interface PlannedIndex {
  /** Fields that the records are found by, the first decides most. They are compared with one value each. */
  readonly found: readonly Field[]
  readonly sort: Sort
  /** Fields that conditions read of each record besides. */
  readonly asked: readonly Field[]
}

interface AskedList {
  /** Does somebody with these roles look at it? */
  readonly isFor: (roles: ReadonlySet<string>) => boolean
  readonly where: readonly Expression[]
  readonly filters: readonly Field[]
  readonly sort: Sort
}

/**
 * For each key that a record is found by. Each costs every write a little: those are made that save the most, for the most
 * lists of the most callers.
 */
const INDEXES_MAX = 3
const KEYS_MAX = 3
/** Each makes the index wider. */
const ASKED_MAX = 3
/** Of one value of these there are few enough records, or few enough bytes in an index. */
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
   * Most saves what has the records of a branch in order, which are sorted at each look otherwise; then what has those of
   * one state among them. Where everybody's records are narrowed, there is an index of the order already.
   */
  readonly worth: 3 | 2 | 1
}

/** The fields that find the records of each branch, and the same narrowed by each filter. */
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
    // One index of a field that is never empty is read from either end.
    const isNeverEmpty = field.isRequired || field.isBuiltIn || MADE_BY_PRODUCT.includes(field.type.kind)
    return [isNeverEmpty ? { ...list, sort: { ...list.sort, direction: 'ascending' } } : list]
  })
}

function ofScreens(model: Model, entity: Entity): AskedList[] {
  return model.screens.screens.flatMap(({ who, blocks }) => {
    const isFor = (roles: ReadonlySet<string>): boolean =>
      who === null || who.some((performer) => mayBe(model, performer, roles))
    return blocks.flatMap((block): AskedList[] => {
      if (block.kind !== 'list' || block.entity !== entity.name || block.relation !== null) return []
      // One of another record is found by that record's own index.
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
  return model.calls.calls.flatMap(({ steps, queries, who }) =>
    everyStep(steps).flatMap(({ action }): AskedList[] => {
      if (action.kind !== 'list' || action.source.kind === 'relation' || action.source.entity !== entity.name) return []
      if (action.page === null) return []
      const narrowed = action.isNarrowedByQuery ? queries.flatMap(({ keepsOnly }) => keepsOnly ?? []) : []
      const filters = narrowed.flatMap((condition) => valueKey(model, entity, condition)?.field ?? [])
      const where = action.where === null ? [] : [action.where]
      return action.sortedBy.slice(0, 1).map((sort) => ({
        isFor: (roles) => who.length === 0 || who.some((role) => roles.has(role)),
        where,
        filters: narrowing(filters),
        sort,
      }))
    }),
  )
}

/** Anything may narrow them; what does most often is the state in which a record is. */
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

/** The fields that rights read of the record itself. None, where they are too many or too long to stand in an index. */
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
