// The order of lists without a stated one: that of creation.

import type { StandardCalls } from '../calls.ts'
import type { Entity, Field } from '../entities.ts'
import type { Sort } from '../field-types.ts'
import { builtIn, fieldNamed } from '../find.ts'

/** Of a standard list. */
export function defaultSort(entity: Entity, { foundBy }: Pick<StandardCalls, 'foundBy'>): Field {
  const key = fieldNamed(entity, foundBy)
  return key.type.kind === 'sequence' ? key : (builtIn(entity, 'createdAt') ?? fieldNamed(entity, 'id'))
}

/**
 * The stated order, or else that of creation. Statements append the id, which grows with time; ids of earlier versions
 * do not, so `createdAt` comes first where the entity has it.
 */
export function orCreation<Stated extends Sort>(entity: Entity, stated: readonly Stated[]): readonly (Stated | Sort)[] {
  const created = stated.length === 0 ? builtIn(entity, 'createdAt') : null
  return created === null ? stated : [{ field: created.name, direction: 'ascending' }]
}
