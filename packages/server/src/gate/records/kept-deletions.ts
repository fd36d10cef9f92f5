// Soft delete: the record and everything that its deletion cascades to are stored before they are removed.

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
