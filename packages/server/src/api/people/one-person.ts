// The user in a request's path, for callers whom point 6 permits to manage people.

import { mayManagePeople } from '@ninefold/core/contract/wire/people.ts'
import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import type { Entity, Field } from '@ninefold/core/model/entities.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { findByKey, loadedRecord } from '../../gate/context/loaded-record.ts'
import { refused } from '../../gate/context/refusal.ts'
import type { Work } from '../../gate/context/work.ts'
import { writeUnderRules } from '../../gate/records/rules-over-records.ts'
import type { Executor } from '../../store/driver/database.ts'
import { pathValue } from '../http/bodies.ts'
import type { Exchange } from '../http/exchange.ts'
import { refuseOtherParameters } from '../http/list-query.ts'
import { signedInUser } from '../../gate/context/signed-in-user.ts'

/** Throws a refusal if the caller may not manage anybody. */
export function managing(exchange: Exchange): Exchange {
  signedInUser(exchange.caller)
  if (!mayManagePeople(exchange.application.model, exchange.caller)) throw refused('forbidden')
  return exchange
}

export interface Users {
  readonly entity: Entity
  readonly identifier: Field
}

export function usersOf({ application: { model } }: Exchange): Users {
  const signIn = signInOf(model.roles)
  if (signIn === null) throw refused('not found')
  const entity = entityNamed(model, signIn.entity)
  return { entity, identifier: fieldNamed(entity, signIn.identifier) }
}

export type WorkOnPerson<Result> = (work: Work, entity: Entity, user: RecordValue) => Promise<Result>

export function changePerson(exchange: Exchange, work: WorkOnPerson<void>): Promise<void> {
  return writeUnderRules(exchange, (transaction) => onPerson(exchange, transaction, work))
}

export function readPerson<Result>(exchange: Exchange, work: WorkOnPerson<Result>): Promise<Result> {
  return exchange.application.database.read((transaction) => onPerson(exchange, transaction, work))
}

/** A user whom the caller may not see answers like a missing one. */
async function onPerson<Result>(
  exchange: Exchange,
  transaction: Executor,
  work: WorkOnPerson<Result>,
): Promise<Result> {
  const { application, caller, bindings, parameters, query } = exchange
  refuseOtherParameters(query, [])
  const { entity } = usersOf(exchange)
  const id = fieldNamed(entity, 'id')
  const key = pathValue(id.type, parameters['id'] ?? '')
  if (key === null) throw refused('not found')
  const statement = application.planned(findByKey, caller, entity, id)
  const row = (await transaction.run(statement, { ...bindings, key }))[0]
  if (row === undefined) throw refused('not found')
  return work({ ...exchange, transaction }, entity, loadedRecord(entity, row))
}
