// The standard calls of point 7 over HTTP: list, get, create, change and delete records of an entity.

import { changeInputs, creationInputs, type Operation } from '@ninefold/core/contract/calls/calls.ts'
import { answerShape } from '@ninefold/core/contract/calls/everything-visible.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { OLD_PASSWORD, oldPasswordInputs } from '@ninefold/core/contract/inputs/old-password.ts'
import type { Expression, RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import type { StandardCalls } from '@ninefold/core/model/calls.ts'
import { defaultSort } from '@ninefold/core/model/lists/default-sort.ts'
import type { Entity, Field } from '@ninefold/core/model/entities.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { WITHOUT_ORDER } from '@ninefold/core/model/field-types.ts'
import { entityNamed, fieldNamed, isStored } from '@ninefold/core/model/find.ts'
import { cursorValueType, planList, planRecord } from '@ninefold/core/plan/read/lists.ts'
import { equals, isRecordBoundAs, sortValue } from '@ninefold/core/rights/list-conditions.ts'
import { isReached, reachedFields } from '@ninefold/core/rights/roles.ts'
import { refuseUnpermitted } from '../../gate/calls/before-inputs.ts'
import { callerWith } from '../../gate/context/caller.ts'
import { refuseCommonPasswords } from '../../gate/context/common-passwords.ts'
import { giveFirstRoles } from '../../gate/users/give-roles.ts'
import { changeAtOnce, createAtOnce } from '../../gate/records/at-once.ts'
import { loadedRecord, findByKey } from '../../gate/context/loaded-record.ts'
import { changeRecord, deleteRecord } from '../../gate/records/records.ts'
import { beginRecord } from '../../gate/calls/transitions.ts'
import type { Work, WrittenRecord } from '../../gate/context/work.ts'
import { countOldPassword } from '../../gate/records/own-password.ts'
import { Refusal, refused } from '../../gate/context/refusal.ts'
import { inTurn } from '../../gate/context/turns.ts'
import { writeUnderRules } from '../../gate/records/rules-over-records.ts'
import { type CallAnswer, runSteps } from '../../gate/calls/calls.ts'
import type { Executor } from '../../store/driver/database.ts'
import type { Row } from '../../store/driver/rows.ts'
import { acceptedBody, pathValue, storable } from '../http/bodies.ts'
import { cursorAfter, nextCursor } from './cursors.ts'
import {
  filterPlace,
  listQuery,
  refuseOtherParameters,
  sortKeys,
  type AskedSort,
  comparablePlan,
} from '../http/list-query.ts'
import type { Query } from '../http/query.ts'
import { type Exchange, MoreThanAtOnce } from '../http/exchange.ts'
import { isOnlyForUsers, outsiderRefusal } from '../http/anonymous-requests.ts'
import { sentVersion } from './versions.ts'
import { planner } from '../../gate/context/planner.ts'
import { isMadeUnreadable } from '../../store/data/secret-texts.ts'
import { shownBody, type ShownOn } from '../../gate/context/shown-answer.ts'
import { filterConditions, type FilterPlan } from '../http/list-filters.ts'

type Standard = Extract<Operation, { readonly kind: 'list' | 'get' | 'create' | 'change' | 'delete' }>

type Operations = Exchange['application']['operations']

/** True where point 6 gives the call to no guest, whatever the record. */
const isNobodysCall = planner('guest call', ({ model, caller: guest }, kind: Standard['kind'], entity: string) => {
  if (kind === 'create') return !isReached(model, guest, entity, 'create')
  if (!isReached(model, guest, entity, 'see')) return true
  return (kind === 'change' || kind === 'delete') && !isReached(model, guest, entity, kind)
})

/** The columns of a standard call's answer, over `this`. */
export const answerShapePlan = planner('answer shape', ({ model }, entity: Entity, shape: string | null) =>
  answerShape(model, entity, shape),
)

const recordAnswer = planner('answer record', (viewer, entity: Entity, answer: Expression) =>
  planRecord(viewer, entity, [isRecordBoundAs(entity, 'record')], answer),
)

/** Null: the caller has no input, and so may not create one. */
const creationInputsPlan = planner('inputs to create', ({ model, caller }, entity: Entity) => {
  if (!isReached(model, caller, entity.name, 'create')) return null
  return creationInputs(entity, reachedFields(model, caller, entity, 'create'))
})

/** Null: the caller may not change any field. */
const changeInputsPlan = planner('inputs to change', ({ model, caller }, entity: Entity) => {
  const granted = reachedFields(model, caller, entity, 'change')
  if (granted.size === 0) return null
  const inputs = changeInputs(model, entity, granted)
  return { inputs, takesOldPassword: oldPasswordInputs(model, entity, granted).length > 0 }
})

interface AskedList {
  readonly filters: readonly FilterPlan[]
  readonly sort: readonly AskedSort[]
  readonly sortField: Field
}

type AskedPage =
  | { readonly kind: 'bounded'; readonly take: number; readonly isFirst: boolean }
  /** `isAfterEmpty` null: the page is the first one. */
  | { readonly kind: 'cursor'; readonly take: number; readonly isAfterEmpty: boolean | null }

const listPlan = planner(
  'list',
  (
    viewer,
    { entity: name, shape }: StandardCalls,
    { filters, sort, sortField }: AskedList,
    page: AskedPage,
    on: ShownOn | null,
    operations: Operations,
  ) => {
    const entity = entityNamed(viewer.model, name)
    return planList(viewer, {
      entity,
      conditions: filterConditions(viewer, entity, filters),
      relation: null,
      order: sortKeys(viewer, entity, sort, [{ value: sortValue(viewer, entity, sortField), direction: 'ascending' }]),
      output: shownBody(viewer.model, operations, on, answerShape(viewer.model, entity, shape)),
      page:
        page.kind === 'bounded'
          ? page
          : {
              kind: 'cursor',
              take: page.take,
              after:
                page.isAfterEmpty === null
                  ? null
                  : { isEmpty: page.isAfterEmpty, valueType: cursorValueType(viewer, sortField) },
            },
    })
  },
)

const getPlan = planner(
  'get',
  (viewer, { entity: name, foundBy, shape }: StandardCalls, on: ShownOn | null, operations: Operations) => {
    const entity = entityNamed(viewer.model, name)
    const output = shownBody(viewer.model, operations, on, answerShape(viewer.model, entity, shape))
    return planRecord(viewer, entity, [equals(viewer, entity, fieldNamed(entity, foundBy), 'key')], output)
  },
)

const PAGE_SIZE_SUPPLIED = 20
const PAGE_SIZE_MAX = 100

export function answerStandard(exchange: Exchange, operation: Standard): Promise<CallAnswer> {
  const { application, caller } = exchange
  const entity = entityNamed(application.model, operation.standard.entity)
  if (isOnlyForUsers(application, caller, isNobodysCall, operation.kind, entity.name)) throw outsiderRefusal(caller)
  switch (operation.kind) {
    case 'list':
      return listRecords(exchange, operation.standard, entity)
    case 'get':
      return getRecord(exchange, operation.standard, entity)
    case 'create':
      return create(exchange, operation.standard, entity)
    case 'change':
      return change(exchange, operation.standard, entity)
    case 'delete':
      return remove(exchange, operation.standard, entity)
  }
}

async function listRecords(exchange: Exchange, standard: StandardCalls, entity: Entity): Promise<CallAnswer> {
  const { application, caller, query, bindings, shown } = exchange
  const page = shown?.page ?? null
  const fields = application.planned(comparablePlan, caller, entity)
  const sortable = fields.flatMap((field) =>
    isStored(field) && !WITHOUT_ORDER.includes(field.type.kind) ? [field.name] : [],
  )
  const parsed = listQuery(
    application.model,
    filterPlace(exchange),
    { entity, filters: fields, searchIn: [], sortable, sortsMax: 1, others: ['after', 'limit'] },
    query,
  )
  const take = page?.take ?? limitOf(query)
  const [asked] = parsed.sort
  const sortField = asked === undefined ? defaultSort(entity, standard) : fieldNamed(entity, asked.path)
  const isDescending = asked?.isDescending ?? false
  const after = cursorAfter(query, `${isDescending ? '-' : ''}${sortField.name}`, sortField, fieldNamed(entity, 'id'))
  const statement = application.planned(
    listPlan,
    caller,
    standard,
    { filters: parsed.filters, sort: parsed.sort, sortField },
    page === null
      ? { kind: 'cursor', take, isAfterEmpty: after?.isEmpty ?? null }
      : { kind: 'bounded', take, isFirst: page.after === 0 },
    shown?.on ?? null,
    application.operations,
  )
  const rows = await application.database.run(statement, {
    ...bindings,
    ...parsed.bindings,
    ...after?.bindings,
    'page.after': page?.after ?? 0,
  })
  const items = rows.flatMap((row) => (row['json'] === null ? [] : [String(row['json'])]))
  const last = items.length < take ? undefined : rows.at(-1)
  const next =
    last === undefined ? 'null' : JSON.stringify(nextCursor(`${isDescending ? '-' : ''}${sortField.name}`, last))
  return {
    status: 200,
    json: `{"items":[${items.join(',')}],"total":${String(rows[0]?.['total'] ?? 0)},"next":${next}}`,
  }
}

function limitOf(query: Query): number {
  const { limit } = query
  if (limit === undefined) return PAGE_SIZE_SUPPLIED
  const number = typeof limit === 'string' && /^[0-9]{1,4}$/.test(limit) ? Number(limit) : 0
  if (number < 1) throw refused('wrong type', 'limit')
  if (number > PAGE_SIZE_MAX) throw refused('too big', 'limit')
  return number
}

async function getRecord(exchange: Exchange, standard: StandardCalls, entity: Entity): Promise<CallAnswer> {
  refuseOtherParameters(exchange.query, [])
  const answered = await answeredRecord(exchange, exchange.application.database, standard, entity)
  if (answered === null) throw refused('not found', standard.foundBy)
  return { status: 200, ...answered }
}

/** The record that the path names, as the call answers it. */
async function answeredRecord(
  { application, caller, parameters, bindings, shown }: Exchange,
  executor: Executor,
  standard: StandardCalls,
  entity: Entity,
): Promise<Answered | null> {
  const field = fieldNamed(entity, standard.foundBy)
  const statement = application.planned(getPlan, caller, standard, shown?.on ?? null, application.operations)
  const row = (
    await executor.run(statement, { ...bindings, key: pathValue(field.type, parameters[standard.foundBy] ?? '') })
  )[0]
  return row === undefined ? null : answeredOf(row)
}

async function create(exchange: Exchange, standard: StandardCalls, entity: Entity): Promise<CallAnswer> {
  const { application, caller, body } = exchange
  const inputs = grantedInputs(exchange, entity)
  refuseOtherParameters(exchange.query, [])
  const given = await storable(application, entity, acceptedBody(application.model, inputs, body))
  const answer = application.planned(answerShapePlan, caller, entity, standard.shape)
  const gives = roleBySigningUp(exchange, entity)
  return inTurn(application.database, entity, given, () => createGiven(exchange, entity, given, { answer, gives }))
}

async function createGiven(
  exchange: Exchange,
  entity: Entity,
  given: Readonly<Record<string, Value>>,
  { answer, gives }: { readonly answer: Expression; readonly gives: string | null },
): Promise<CallAnswer> {
  const done = gives === null ? await createAtOnce(exchange, entity, given, answer) : null
  if (done !== null) return { status: 201, ...done }
  if (exchange.isGuess === true) throw new MoreThanAtOnce()
  const answered = await writeUnderRules(exchange, async (transaction) => {
    const work: Work = { ...exchange, transaction }
    const begun = await beginRecord(work, entity, { given, set: [] }, { answer, runSteps })
    if (gives !== null) await giveFirstRoles(work, String(begun.record.id), gives)
    return answerFor(work, entity, begun, answer)
  })
  return { status: 201, ...answered }
}

/** The role of a new user that a standard call creates; null: the call creates no user, or guests may not use it. */
function roleBySigningUp({ application }: Exchange, { name }: Entity): string | null {
  const { model } = application
  const signIn = signInOf(model.roles)
  if (signIn === null || signIn.signUp === null || signIn.entity !== name) return null
  const guest = callerWith(model, null, [], null)
  return isReached(model, guest, name, 'create') ? signIn.signUp.gives : null
}

/** Inputs that the caller may give for a new record. A caller without any may not create one. */
export function grantedInputs(
  { application, caller }: Pick<Exchange, 'application' | 'caller'>,
  entity: Entity,
): InputField[] {
  const inputs = application.planned(creationInputsPlan, caller, entity)
  if (inputs === null) throw outsiderRefusal(caller)
  return inputs
}

async function change(exchange: Exchange, standard: StandardCalls, entity: Entity): Promise<CallAnswer> {
  const { application, caller, body } = exchange
  const plan = application.planned(changeInputsPlan, caller, entity)
  const done = plan === null ? null : await changedAtOnce(exchange, standard, entity, plan.inputs)
  if (done !== null) return { status: 200, ...done }
  if (exchange.isGuess === true) throw new MoreThanAtOnce()
  if (plan?.takesOldPassword === true && hasOldPassword(body)) {
    // Checked before the old password is verified, so that a refused new password does not use up an attempt.
    await refuseCommonPasswords(entity, body)
    await countOldPassword(application, caller)
  }
  const answered = await writeUnderRules(exchange, async (transaction) => {
    const work: Exchange & Work = { ...exchange, transaction }
    const record = await foundRecord(exchange, transaction, standard.foundBy, entity)
    if (plan === null) throw refused('forbidden')
    refuseOtherParameters(exchange.query, [])
    const { [OLD_PASSWORD]: old, ...accepted } = await acceptedFor(work, entity, record, plan.inputs)
    const given = await storable(application, entity, accepted)
    const version = sentVersion(exchange)
    const own = { ...work, bindings: { ...work.bindings, [OLD_PASSWORD]: old ?? null } }
    const changed = await changeRecord(own, entity, record, { given, set: [] }, version)
    const answer = application.planned(answerShapePlan, caller, entity, standard.shape)
    return answerFor(work, entity, { record: changed, json: null }, answer)
  })
  return { status: 200, ...answered }
}

function hasOldPassword(body: unknown): body is Readonly<Record<string, Value>> {
  return typeof body === 'object' && body !== null && OLD_PASSWORD in body
}

/** Null: the change takes more than one statement, or is refused. The step-by-step path then gives the reason. */
async function changedAtOnce(
  exchange: Exchange,
  standard: StandardCalls,
  entity: Entity,
  inputs: InputField[],
): Promise<Answered | null> {
  const { application, caller, body, parameters } = exchange
  if (hasOldPassword(body)) return null
  try {
    refuseOtherParameters(exchange.query, [])
    const key = pathValue(fieldNamed(entity, standard.foundBy).type, parameters[standard.foundBy] ?? '')
    const accepted = acceptedBody(application.model, inputs, body)
    if (Object.keys(accepted).some((name) => isMadeUnreadable(fieldNamed(entity, name)))) return null
    const given = await storable(application, entity, accepted)
    const answer = application.planned(answerShapePlan, caller, entity, standard.shape)
    const work = { ...exchange, bindings: { ...exchange.bindings, key } }
    return await changeAtOnce(work, entity, standard.foundBy, given, sentVersion(exchange), answer)
  } catch (cause) {
    if (cause instanceof Refusal) return null
    throw cause
  }
}

/** Validates inputs only for callers who may change the record; others are refused before. */
async function acceptedFor(
  work: Exchange & Work,
  entity: Entity,
  record: RecordValue,
  inputs: InputField[],
): Promise<Record<string, Value>> {
  try {
    return acceptedBody(work.application.model, inputs, work.body)
  } catch (cause) {
    await refuseUnpermitted(work, entity, record, 'change')
    throw cause
  }
}

async function remove(exchange: Exchange, standard: StandardCalls, entity: Entity): Promise<CallAnswer> {
  await writeUnderRules(exchange, async (transaction) => {
    const record = await foundRecord(exchange, transaction, standard.foundBy, entity)
    refuseOtherParameters(exchange.query, [])
    acceptedBody(exchange.application.model, [], exchange.body)
    const version = sentVersion(exchange)
    await deleteRecord({ ...exchange, transaction }, entity, record, { isProductsOwn: false, version })
  })
  return { status: 204, json: null }
}

/** The visible record that the path names. A hidden record answers like a missing one. */
export async function foundRecord(
  exchange: Exchange,
  executor: Executor,
  foundBy: string,
  entity: Entity,
): Promise<RecordValue> {
  const { application, caller, parameters, bindings } = exchange
  const field = fieldNamed(entity, foundBy)
  const statement = application.planned(findByKey, caller, entity, field)
  const row = (await executor.run(statement, { ...bindings, key: pathValue(field.type, parameters[foundBy] ?? '') }))[0]
  if (row === undefined) throw refused('not found', foundBy)
  return loadedRecord(entity, row)
}

export type Answered = Pick<WrittenRecord, 'version'> & { readonly json: string }

function answeredOf(row: Row): Answered {
  const version = row['version']
  return { json: String(row['json']), version: typeof version === 'number' ? version : null }
}

/** The record as its caller may see it; empty if the caller cannot see it after the write. */
export async function answerFor(
  work: Work,
  entity: Entity,
  { record, json, version }: WrittenRecord,
  answer: Expression,
): Promise<Answered> {
  if (json !== null) return { json, version: version ?? null }
  const statement = work.application.planned(recordAnswer, work.caller, entity, answer)
  const row = (await work.transaction.run(statement, { ...work.bindings, record }))[0]
  return row === undefined ? { json: '{}', version: null } : answeredOf(row)
}
