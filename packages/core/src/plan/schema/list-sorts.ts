// Lists of screens, calls and steps → by what they, and people in front of them, sort the records of an entity first. Each
// of these has an index, so that a page is read from it, however many records there are.

import type { CheckedFieldType, Entity } from '../../model/entities.ts'
import { defaultSort } from '../../model/lists/default-sort.ts'
import { everyStep } from '../../model/steps/every-step.ts'
import type { Direction, FieldKind } from '../../model/field-types.ts'
import { fieldNamed, isStored } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import type { ListBlock } from '../../model/screens.ts'

export interface Sort {
  readonly field: string
  readonly direction: Direction
}

/** The few records of one other record are found by their reference, and sorted then. */
export function sortsOf(model: Model, entity: Entity): Sort[] {
  const sorts = [
    ...ofScreens(model, entity),
    ...ofPeople(model, entity),
    ...ofSteps(model, entity),
    ...ofStandardLists(model, entity),
  ]
  // A field of another record has its place in no index of this one.
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

/** By the columns of tables and cards people sort as they like, either way. */
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

/** An entry of an index in PostgreSQL is at most some thousand bytes long. */
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

/** A unique field has an index anyway. */
function ofStandardLists({ calls }: Model, entity: Entity): Sort[] {
  return calls.standard
    .filter((standard) => standard.entity === entity.name && standard.calls.includes('list'))
    .map((standard) => defaultSort(entity, standard).name)
    .filter(
      (field) => fieldNamed(entity, field).unique === null && fieldNamed(entity, field).type.kind !== 'identifier',
    )
    .map((field) => ({ field, direction: 'ascending' }))
}
