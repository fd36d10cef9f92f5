// Deleted records that can be brought back, as a browser is told.

import { isFalse } from '../../expression/conditions.ts'
import type { Model } from '../../model/model.ts'
import { type CallerRoles, permittedRecords } from '../../rights/roles.ts'

/** Answer of `GET /_ninefold/deleted.json`: the newest first; with `record=<id>,<id>` only these. */
export interface DeletedData {
  readonly records: readonly {
    /** `POST /_ninefold/deleted/<id>/restore` brings it back. */
    readonly id: string
    /** The id that it had, and has when it is back. */
    readonly record: string
    /** Kind of the record: `Stock item`. */
    readonly kind: string
    /** Title of the record; null: the caller may not see it. */
    readonly label: string | null
    /** Null: the product itself, or somebody whom the caller may not see. */
    readonly by: string | null
    readonly at: string
    /** From then on it is gone for good. */
    readonly endsAt: string
  }[]
}

/** May the caller ever bring something back? */
export function mayRestore(model: Model, caller: CallerRoles): boolean {
  return model.entities.entities.some(
    ({ name, keptDeleted }) => keptDeleted !== null && !isFalse(permittedRecords(model, caller, name, 'delete')),
  )
}
