// Lists of screens, calls and steps → the leading sort keys of an entity. Each gets an index, so that a page can be
// read from it, however many records there are.

import type { CheckedFieldType, Entity, Field } from '../../model/entities.ts'
import { defaultSort } from '../../model/lists/default-sort.ts'
import { everyStep } from '../../model/steps/every-step.ts'
import { type Direction, type FieldKind, MADE_BY_PRODUCT } from '../../model/field-types.ts'
import { fieldNamed, isStored } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import type { ListBlock } from '../../model/screens.ts'

export interface Sort {
  readonly field: string
  readonly direction: Direction
}

/** An index of a field that is never empty can be read in both directions. */
export function sortBy({ name, type, isRequired, isBuiltIn }: Field, direction: Direction): Sort {
  const isNeverEmpty = isRequired || isBuiltIn || MADE_BY_PRODUCT.includes(type.kind)
  return { field: name, direction: isNeverEmpty ? 'ascending' : direction }
}

export function isSameSort(one: Sort, other: Sort): boolean {
  return one.field === other.field && one.direction === other.direction
}

/** Lists of one record's parts are excluded: they are found by their reference and then sorted. */
export function sortsOf(model: Model, entity: Entity): Sort[] {
  const sorts = [
    ...ofScreens(model, entity),
    ...ofPeople(model, entity),
    ...ofSteps(model, entity),
    ...ofStandardLists(model, entity),
  ]
  // A field of another record cannot be part of this table's index.
  return sorts.filter(({ field }) => !field.includes('.'))
}

function ofScreens({ screens }: Model, entity: Entity): Sort[] {
  return screens.screens
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) =>
      block.kind === 'list' && block.entity === entity.name && block.relation === null
        ? block.sortedBy.slice(0, 1)
        : [],
    )
}

/** People can sort tables and cards by any column, in both directions. */
function ofPeople({ screens }: Model, entity: Entity): Sort[] {
  const columns = screens.screens
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) =>
      block.kind === 'list' && block.entity === entity.name && block.relation === null && isSortedByPeople(block.form)
        ? block.columns
        : [],
    )
  const fields = columns.flatMap(({ path }) => (path.length === 1 ? [fieldNamed(entity, path[0] ?? '')] : []))
  return fields
    .filter((field) => isStored(field) && isShort(field.type))
    .flatMap(({ name }) => [
      { field: name, direction: 'ascending' },
      { field: name, direction: 'descending' },
    ])
}

function isSortedByPeople({ kind }: ListBlock['form']): boolean {
  return kind === 'table' || kind === 'cards'
}

/** PostgreSQL limits index entries to a few thousand bytes. */
const LENGTH_MAX = 500

function isShort(type: CheckedFieldType): boolean {
  if (type.kind === 'text') return type.lengthMax !== null && type.lengthMax <= LENGTH_MAX
  if (type.kind === 'money') return type.currency !== null
  return SHORT.includes(type.kind)
}

const SHORT: readonly FieldKind[] = [
  'choice',
  'state',
  'whole number',
  'decimal',
  'percent',
  'yes/no',
  'date',
  'time',
  'date and time',
  'duration',
  'email',
  'sequence',
  'rank',
]

function ofSteps({ calls }: Model, entity: Entity): Sort[] {
  return calls.calls
    .flatMap(({ steps }) => everyStep(steps))
    .flatMap(({ action }) => {
      const isOfAll =
        action.kind === 'list' && action.source.kind !== 'relation' && action.source.entity === entity.name
      return isOfAll ? action.sortedBy.slice(0, 1) : []
    })
}

/** A unique field already has an index. */
function ofStandardLists({ calls }: Model, entity: Entity): Sort[] {
  return calls.standard
    .filter((standard) => standard.entity === entity.name && standard.calls.includes('list'))
    .map((standard) => defaultSort(entity, standard).name)
    .filter(
      (field) => fieldNamed(entity, field).unique === null && fieldNamed(entity, field).type.kind !== 'identifier',
    )
    .map((field) => ({ field, direction: 'ascending' }))
}
