// A list of a screen → the rank by which it is in order first.

import { entityNamed, fieldNamed } from '../find.ts'
import type { Model } from '../model.ts'
import type { ListBlock } from '../screens.ts'

/** The name of the field; null: the list has another order. */
export function rankOfList(model: Model, { entity, sortedBy }: Pick<ListBlock, 'entity' | 'sortedBy'>): string | null {
  const name = sortedBy[0]?.field ?? ''
  if (name === '' || name.includes('.')) return null
  return fieldNamed(entityNamed(model, entity), name).type.kind === 'rank' ? name : null
}
