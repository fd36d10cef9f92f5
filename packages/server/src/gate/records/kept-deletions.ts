// Deleting what can be brought back: before the record goes, it and all that goes with it is put aside.

import type { Entity } from '@ninefold/core/model/entities.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { keepDeletion } from '../../store/tables/deletions.ts'
import type { Work } from '../context/work.ts'

export async function keepDeleted(work: Work, entity: Entity, id: string): Promise<void> {
  if (entity.keptDeleted === null) return
  const { application, caller, transaction } = work
  const by = caller.me === null ? null : String(caller.me.id)
  const users = signInOf(application.model.roles)?.entity ?? null
  await keepDeletion(transaction, application.schema, { entity, id, by, users })
}
