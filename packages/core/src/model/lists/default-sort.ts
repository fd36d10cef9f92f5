// The order of a standard list for which its caller asks for none.

import type { StandardCalls } from '../calls.ts'
import type { Entity, Field } from '../entities.ts'
import { builtIn, fieldNamed } from '../find.ts'

/** Records come in the order in which they were made, as far as the entity knows it. */
export function defaultSort(entity: Entity, { foundBy }: Pick<StandardCalls, 'foundBy'>): Field {
  const key = fieldNamed(entity, foundBy)
  return key.type.kind === 'sequence' ? key : (builtIn(entity, 'createdAt') ?? key)
}
