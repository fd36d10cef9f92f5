// The default order of a standard list.

import type { StandardCalls } from '../calls.ts'
import type { Entity, Field } from '../entities.ts'
import { builtIn, fieldNamed } from '../find.ts'

/** Records in the order of creation, as far as the entity stores it. */
export function defaultSort(entity: Entity, { foundBy }: Pick<StandardCalls, 'foundBy'>): Field {
  const key = fieldNamed(entity, foundBy)
  return key.type.kind === 'sequence' ? key : (builtIn(entity, 'createdAt') ?? key)
}
