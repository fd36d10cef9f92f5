// Restorable deleted records, for the browser.

import { isFalse } from '../../expression/conditions.ts'
import type { Model } from '../../model/model.ts'
import { type CallerRoles, permittedRecords } from '../../rights/roles.ts'

/** Answer of `GET /_ninefold/deleted.json`: newest first; with `record=<id>,<id>` only these. */
export interface DeletedData {
  readonly records: readonly {
    /** `POST /_ninefold/deleted/<id>/restore` restores it. */
    readonly id: string
    /** The record's id, before and after. */
    readonly record: string
    /** Kind of the record: `Stock item`. */
    readonly kind: string
    /** The record's label; null: the caller may not see it. */
    readonly label: string | null
    /** Null: the product, or a user whom the caller may not see. */
    readonly by: string | null
    readonly at: string
    /** When it is removed for good. */
    readonly endsAt: string
  }[]
}

/** Tells whether the caller may restore anything at all. */
export function mayRestore(model: Model, caller: CallerRoles): boolean {
  return model.entities.entities.some(
    ({ name, keptDeleted }) => keptDeleted !== null && !isFalse(permittedRecords(model, caller, name, 'delete')),
  )
}
