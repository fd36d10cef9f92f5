// Records in a stated order: `sorted by room.name A to Z then n largest first` (reference/2-screens).

import * as build from '../expression/build.ts'
import type { Sort } from '../model/field-types.ts'
import { entityNamed, fieldNamed } from '../model/find.ts'
import { fieldOf } from '../model/paths.ts'
import { type Surroundings, valueOfField } from './evaluate.ts'
import { NotCovered } from './not-covered.ts'
import { byCreation, type Datum, isReference, type Reference } from './store.ts'
import { compared } from './values/values.ts'

/**
 * Sorts in place. Empty and hidden values come last in either direction. Equal records come in the order of creation,
 * in the direction of the last order.
 */
export function sortRecords(
  around: Surroundings,
  records: Reference[],
  entity: string,
  sortedBy: readonly Sort[],
): void {
  records.sort(byCreation(sortedBy.at(-1)?.direction ?? 'ascending'))
  for (const { field, direction } of [...sortedBy].reverse()) {
    if (field === 'id') {
      records.sort(byCreation(direction))
      continue
    }
    const path = field.split('.')
    const type = typeAt(around, entity, path)
    const sign = direction === 'ascending' ? 1 : -1
    records.sort((one, other) => {
      const [a, b] = [valueAt(around, one, path), valueAt(around, other, path)]
      if (a === null || b === null) return Number(a === null) - Number(b === null)
      return sign * compared(type, a, b)
    })
  }
}

function typeAt({ model }: Surroundings, entityName: string, [name = '', ...rest]: readonly string[]) {
  const entity = entityNamed(model, entityName)
  const field = fieldNamed(entity, name)
  if (rest.length === 0) return fieldOf(model, build.recordVariable('this', entityName), entityName, field).type
  if (field.type.kind !== 'reference') throw new NotCovered('lists sorted by a part of a value')
  return typeAt({ model } as Surroundings, field.type.entity, rest)
}

function valueAt(around: Surroundings, record: Reference, [name = '', ...rest]: readonly string[]): Datum {
  if (around.eyes !== null && !around.eyes.seesField(record, name)) return null
  const value = valueOfField(record, name, around)
  if (rest.length === 0) return value
  return isReference(value) ? valueAt(around, value, rest) : null
}
