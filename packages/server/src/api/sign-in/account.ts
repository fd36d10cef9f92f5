// The signed-in user's account over HTTP: identifier, password, and sessions.

import { followsPattern } from '@ninefold/core/contract/inputs/patterns.ts'
import { acceptInputs } from '@ninefold/core/contract/inputs/accept-inputs.ts'
import { ownPasswordInputs } from '@ninefold/core/contract/inputs/inputs-of-users.ts'
import {
  type Account,
  ACCOUNT_PATH,
  type AccountSession,
  OTHER_SESSIONS_PATH,
  OWN_PASSWORD_PATH,
  SESSIONS_PATH,
  SESSIONS_TOLD_MAX,
} from '@ninefold/core/contract/wire/account.ts'
import { answerOfField } from '@ninefold/core/contract/calls/everything-visible.ts'
import * as build from '@ninefold/core/expression/build.ts'
import { OLD_PASSWORD } from '@ninefold/core/contract/inputs/old-password.ts'
import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { AnySignIn } from '@ninefold/core/model/roles.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { planRecord } from '@ninefold/core/plan/read/lists.ts'
import { planAfterChecks } from '@ninefold/core/plan/write/record-checks.ts'
import { isRecordBoundAs } from '@ninefold/core/rights/list-conditions.ts'
import { grantsOf, isForbidden } from '@ninefold/core/rights/roles.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { loadedRecord, findByKey } from '../../gate/context/loaded-record.ts'
import { lockedFields } from '../../gate/records/locks.ts'
import { isPermittedUserAction } from '../../gate/users/user-rights.ts'
import { countOldPassword, PROVEN_USER, refuseWrongPassword } from '../../gate/records/own-password.ts'
import { changeRecord } from '../../gate/records/records.ts'
import { refused } from '../../gate/context/refusal.ts'
import { writeUnderRules } from '../../gate/records/rules-over-records.ts'
import type { Executor } from '../../store/driver/database.ts'
import {
  endOtherSessions,
  endSessionOfUser,
  type OwnSession,
  sessionsOfUser,
} from '../../store/tables/users/sessions.ts'
import { acceptedOrRefused, storable } from '../http/bodies.ts'
import { limitsOfSigningIn } from '../../gate/calls/rate-limit-counters.ts'
import { countedUse } from '../calls/rate-limits.ts'
import type { Exchange } from '../http/exchange.ts'
import { ownKeys } from './api-keys.ts'
import { hasPassword, ownIdentities } from './identities.ts'
import { addOwnDataRoute } from './own-data.ts'
import { ownPasskeys } from './passkeys.ts'
import { ownFactor } from './second-factor.ts'
import { ownTerms } from './terms.ts'
import { refuseOtherParameters } from '../http/list-query.ts'
import { planner } from '../../gate/context/planner.ts'
import type { Entity, Field } from '@ninefold/core/model/entities.ts'
import { isUuid } from '../http/uuid.ts'
import { signedInUser } from '../../gate/context/signed-in-user.ts'

const ownIdentifier = planner('own identifier', (viewer, entity: Entity, field: Field) =>
  planRecord(
    viewer,
    entity,
    [isRecordBoundAs(entity, 'record')],
    build.object([{ key: 'value', value: answerOfField(viewer.model, entity, field) }]),
  ),
)

const ownPasswordGrants = planner('own password grants', (viewer, entity: Entity, password: string) => {
  const all = grantsOf(viewer.model, viewer.caller, entity.name, 'change')
  const grants = all.filter(({ permission }) => permission.fields.includes(password))
  return { grants, statement: planAfterChecks(viewer, entity, 'record', { rules: [], grants, answer: null }) }
})

export function addAccountRoutes(
  instance: FastifyInstance,
  application: Application,
  exchangeFor: (request: FastifyRequest) => Promise<Exchange>,
): void {
  // Password attempts here count like attempts to sign in.
  const onRequest = countedUse(application, limitsOfSigningIn(application))
  const own = async (request: FastifyRequest): Promise<Own> => {
    const exchange = await exchangeFor(request)
    refuseOtherParameters(exchange.query, [])
    return ownOf(exchange)
  }
  addOwnDataRoute(instance, application, exchangeFor)
  instance.get(ACCOUNT_PATH, async (request) => accountOf(await own(request)))
  instance.post(OWN_PASSWORD_PATH, { onRequest }, async (request, reply) => {
    await changePassword(await own(request))
    return reply.status(204).send()
  })
  instance.delete(`${SESSIONS_PATH}/:id`, { onRequest }, async (request, reply) => {
    const { exchange, userId } = await own(request)
    const id = exchange.parameters['id'] ?? ''
    if (!isUuid(id) || !(await endSessionOfUser(application.database, userId, id))) throw refused('not found')
    return reply.status(204).send()
  })
  instance.delete(OTHER_SESSIONS_PATH, { onRequest }, async (request, reply) => {
    const { exchange, userId } = await own(request)
    await endOtherSessions(application.database, userId, exchange.caller.token)
    return reply.status(204).send()
  })
}

interface Own {
  readonly exchange: Exchange
  readonly users: AnySignIn
  readonly userId: string
}

/** Without sign-in in the text there is no account, and guests have none. */
function ownOf(exchange: Exchange): Own {
  const { application, caller } = exchange
  const users = signInOf(application.model.roles)
  if (users === null) throw refused('not found')
  return { exchange, users, userId: String(signedInUser(caller).id) }
}

async function accountOf(own: Own): Promise<Account> {
  const { exchange, users, userId } = own
  const { database } = exchange.application
  return database.read(async (transaction) => {
    const record = await ownRecord(own, transaction)
    const sessions = await sessionsOfUser(transaction, userId, users.session, exchange.caller.token, SESSIONS_TOLD_MAX)
    return {
      identifier: record === null ? null : await identifierOf(own, transaction, record),
      password: record === null ? null : await passwordInputs(own, transaction, record),
      sessions: sessions.map(told),
      apiKeys: await ownKeys(exchange, transaction),
      secondFactor: await ownFactor(exchange, transaction),
      identities: await ownIdentities(exchange, transaction),
      passkeys: await ownPasskeys(exchange, transaction),
      terms: await ownTerms(exchange, transaction),
      mayBeForgotten: record !== null && (await mayBeForgotten(own, transaction, record)),
    }
  })
}

async function mayBeForgotten({ exchange, users }: Own, executor: Executor, record: RecordValue): Promise<boolean> {
  const entity = entityNamed(exchange.application.model, users.entity)
  return isPermittedUserAction({ ...exchange, transaction: executor }, entity, record, 'forget')
}

function told({ id, browser, system, address, createdAtMs, lastUsedAtMs, isThis }: OwnSession): AccountSession {
  const signedInAt = new Date(createdAtMs).toISOString()
  return { id, browser, system, address, signedInAt, lastUsedAt: new Date(lastUsedAtMs).toISOString(), isThis }
}

/** The caller's own record; null: they may not see it. */
async function ownRecord({ exchange, users }: Own, executor: Executor): Promise<RecordValue | null> {
  const { application, caller, bindings } = exchange
  const entity = entityNamed(application.model, users.entity)
  const statement = application.planned(findByKey, caller, entity, fieldNamed(entity, 'id'))
  const row = (await executor.run(statement, { ...bindings, key: caller.me?.id ?? null }))[0]
  return row === undefined ? null : loadedRecord(entity, row)
}

async function identifierOf(
  { exchange, users }: Own,
  executor: Executor,
  record: RecordValue,
): Promise<Account['identifier']> {
  const { application, caller, bindings } = exchange
  const entity = entityNamed(application.model, users.entity)
  const field = fieldNamed(entity, users.identifier)
  const statement = application.planned(ownIdentifier, caller, entity, field)
  const row = (await executor.run(statement, { ...bindings, record }))[0]
  const { value } = JSON.parse(String(row?.['json'] ?? '{}')) as { value?: string | number | null }
  const label = field.label ?? `${users.identifier.charAt(0).toUpperCase()}${users.identifier.slice(1)}`
  return value === undefined || value === null ? null : { label, value: String(value) }
}

/** Null: users have no passwords, or this user may not change theirs, as far as it is known beforehand. */
async function passwordInputs(own: Own, executor: Executor, record: RecordValue): Promise<Account['password']> {
  const { application } = own.exchange
  const { signIn } = application.model.roles
  if (signIn === null || !(await mayChangePassword(own, executor, record))) return null
  const inputs = ownPasswordInputs(entityNamed(application.model, signIn.entity), signIn)
  // The form asks for the present password, but the user has none: a link by "Forgotten password" sets the first.
  return inputs.length === 1 || (await hasPassword(own.exchange, executor)) ? inputs : null
}

async function mayChangePassword({ exchange }: Own, executor: Executor, record: RecordValue): Promise<boolean> {
  const { application, caller, bindings } = exchange
  const { signIn } = application.model.roles
  if (signIn === null) return false
  const { password } = signIn
  const entity = entityNamed(application.model, signIn.entity)
  if (isForbidden(application.model, entity.name, 'change', password)) return false
  if (lockedFields(application.model, entity, record).has(password)) return false
  const { grants, statement } = application.planned(ownPasswordGrants, caller, entity, password)
  if (grants.length === 0) return false
  const answers = (await executor.run(statement, { ...bindings, record, old: record }))[0]
  return grants.some((_, index) => answers?.[`grant${index}`] === true)
}

/** Runs with the user's own rights; other sessions end as point 6 states. */
async function changePassword(own: Own): Promise<void> {
  const { application, body, caller } = own.exchange
  const { signIn } = application.model.roles
  if (signIn === null) throw refused('not found')
  const entity = entityNamed(application.model, signIn.entity)
  const inputs = ownPasswordInputs(entity, signIn)
  const { [OLD_PASSWORD]: old, ...chosen } = acceptedOrRefused(acceptInputs(inputs, body, followsPattern))
  const asksForOldOne = inputs.length > 1
  // Checked before the old password, so that a refused new password does not use up an attempt.
  const given = await storable(application, entity, chosen)
  if (asksForOldOne) await countOldPassword(application, caller)
  await writeUnderRules(own.exchange, async (transaction) => {
    const record = await ownRecord(own, transaction)
    if (record === null || !(await mayChangePassword(own, transaction, record))) throw refused('forbidden')
    const work = { ...own.exchange, transaction }
    if (asksForOldOne) await refuseWrongPassword(work, entity, record, old ?? null)
    const bindings = { ...work.bindings, [PROVEN_USER]: String(record.id) }
    await changeRecord({ ...work, bindings }, entity, record, { given, set: [] })
  })
}
