// "Change of password", unless the text requires nothing. It prevents account takeover at a session left open: a user's
// own new password requires the present one, or a step that has checked it before.

import { OLD_PASSWORD } from '@ninefold/core/contract/inputs/old-password.ts'
import type { RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import type { Entity, Field } from '@ninefold/core/model/entities.ts'
import { fieldNamed } from '@ninefold/core/model/find.ts'
import { planOwnPassword } from '@ninefold/core/plan/read/finds.ts'
import { verifyPassword } from '../../store/tables/users/password-hashing.ts'
import { allowAttempt, forgetAttempts } from '../../store/tables/users/sign-in-attempts.ts'
import type { Application } from '../context/application.ts'
import type { Caller } from '../context/caller.ts'
import { inputRefusal, Refusal, refused, refusedWith } from '../context/refusal.ts'
import type { Work } from '../context/work.ts'
import { planner } from '../context/planner.ts'

const ownPassword = planner('own password', (_, users: Entity, password: Field) =>
  planOwnPassword(users, password, 'record'),
)

/** The user whose password a step of the call has checked. */
export const PROVEN_USER = 'proven user'

const ATTEMPTS_MAX = 5
const WINDOW_MS = 15 * 60_000

/** Counts an attempt in a transaction of its own, so that failed attempts count too. */
export async function countOldPassword(application: Application, { me }: Caller): Promise<void> {
  const { signIn } = application.model.roles
  if (signIn === null || me === null) return
  const { attemptsMax, windowMs } = signIn.lockOut ?? { attemptsMax: ATTEMPTS_MAX, windowMs: WINDOW_MS }
  const isAllowed = await application.database.write((transaction) =>
    allowAttempt(transaction, attemptsOf(me), attemptsMax, windowMs),
  )
  if (!isAllowed) throw signIn.lockOut === null ? refused('too many') : refusedWith(signIn.lockOut.otherwise)
}

function attemptsOf({ id }: RecordValue): string {
  return `old password of ${id}`
}

/** Users who may change another user may set a new password, because they cannot know the old one. */
export async function refuseUnprovenPassword(
  work: Work,
  entity: Entity,
  record: RecordValue,
  given: Readonly<Record<string, Value>>,
): Promise<void> {
  const { application, caller, bindings } = work
  const { signIn } = application.model.roles
  if (signIn === null || signIn.changeOfPassword?.asksForOldOne === false) return
  // Without a statement in the text, a call does what its steps say; only a standard call has an input for the old
  // password.
  if (signIn.changeOfPassword === null && !Object.hasOwn(bindings, OLD_PASSWORD)) return
  if (signIn.entity !== entity.name || given[signIn.password] === undefined) return
  if (caller.me === null || String(caller.me.id) !== String(record.id)) return
  if (bindings[PROVEN_USER] === String(record.id)) return
  await refuseWrongPassword(work, entity, record, bindings[OLD_PASSWORD] ?? null)
}

/** `old`: the password that the caller claims to be their present one. */
export async function refuseWrongPassword(work: Work, users: Entity, record: RecordValue, old: Value): Promise<void> {
  const { application, caller, transaction } = work
  const { signIn } = application.model.roles
  if (signIn === null || caller.me === null) throw refused('not found')
  if (old === null) throw new Refusal([inputRefusal('blank', OLD_PASSWORD)])
  const statement = application.planned(ownPassword, caller, users, fieldNamed(users, signIn.password))
  const hash = (await transaction.run(statement, { record }))[0]?.['hash'] ?? null
  if (hash === null || !(await verifyPassword(String(hash), String(old))))
    throw new Refusal([inputRefusal('wrong type', OLD_PASSWORD, null, ['wrong present password'])])
  await forgetAttempts(transaction, attemptsOf(caller.me))
}
