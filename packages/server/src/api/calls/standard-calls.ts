// The standard calls of point 7 over HTTP: list, get, create, change and delete records of an entity.

import { creationInputs, type Operation, type StandardOperationKind } from '@ninefold/core/contract/calls/calls.ts'
import { answerShape } from '@ninefold/core/contract/calls/everything-visible.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import type { Expression, Value } from '@ninefold/core/expression/expression.ts'
import { PUBLIC_ADDRESS } from '@ninefold/core/expression/request-address.ts'
import type { StandardCalls } from '@ninefold/core/model/calls.ts'
import { defaultSort } from '@ninefold/core/model/lists/default-sort.ts'
import type { Entity, Field } from '@ninefold/core/model/entities.ts'
import { presenceTopic } from '@ninefold/core/model/users/presence.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { WITHOUT_ORDER } from '@ninefold/core/model/field-types.ts'
import { entityNamed, fieldNamed, isStored } from '@ninefold/core/model/find.ts'
import { cursorValueType, planList } from '@ninefold/core/plan/read/lists.ts'
import { sortValue } from '@ninefold/core/rights/list-conditions.ts'
import { isReached, reachedFields } from '@ninefold/core/rights/roles.ts'
import { PATH } from '../../gate/context/bindings.ts'
import { callerWith } from '../../gate/context/caller.ts'
import { giveFirstRoles } from '../../gate/users/give-roles.ts'
import { createInOneStatement } from '../../gate/records/single-statement-write.ts'
import { deleteRecord } from '../../gate/records/records.ts'
import { beginRecord } from '../../gate/calls/transitions.ts'
import type { Work } from '../../gate/context/work.ts'
import { Refusal, refused } from '../../gate/context/refusal.ts'
import { inTurn } from '../../gate/context/contention-queue.ts'
import { writeUnderRules } from '../../gate/records/rules-over-records.ts'
import { type CallAnswer, runSteps } from '../../gate/calls/calls.ts'
import { acceptedBody, storable } from '../http/bodies.ts'
import { answerFor, answeredRecord, answerShapePlan, foundRecord } from './answered-record.ts'
import { change } from './changes.ts'
import { cursorAfter, nextCursor } from './cursors.ts'
import {
  filterPlace,
  listQuery,
  refuseOtherParameters,
  sortKeys,
  type AskedSort,
  comparablePlan,
} from '../http/list-query.ts'
import { aroundParameter, type Query, withoutParameter } from '../http/query.ts'
import { type Exchange, MoreThanAtOnce } from '../http/exchange.ts'
import { isOnlyForUsers, outsiderRefusal } from '../http/anonymous-requests.ts'
import { sentVersion } from './versions.ts'
import { presentPeople } from '../presence/present-people.ts'
import { planner } from '../../gate/context/planner.ts'
import { shownBody, type ShownOn } from '../../gate/context/shown-answer.ts'
import { filterConditions, type FilterPlan } from '../http/list-filters.ts'

type Standard = Extract<Operation, { readonly kind: StandardOperationKind }>

type Operations = Exchange['application']['operations']

/** True where point 6 gives the call to no guest, whatever the record. */
const isNobodysCall = planner('guest call', ({ model, caller: guest }, kind: Standard['kind'], entity: string) => {
  if (kind === 'create') return !isReached(model, guest, entity, 'create')
  if (!isReached(model, guest, entity, 'see')) return true
  return (kind === 'change' || kind === 'delete') && !isReached(model, guest, entity, kind)
})

/** Null: the caller has no input, and so may not create one. */
const creationInputsPlan = planner('inputs to create', ({ model, caller }, entity: Entity) => {
  if (!isReached(model, caller, entity.name, 'create')) return null
  return creationInputs(entity, reachedFields(model, caller, entity, 'create'))
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
    case 'presence':
      return peopleAt(exchange, operation.standard, entity)
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
  const next = last === undefined ? null : nextCursor(`${isDescending ? '-' : ''}${sortField.name}`, last)
  return {
    status: 200,
    json: `{"items":[${items.join(',')}],"total":${String(rows[0]?.['total'] ?? 0)},"next":${JSON.stringify(next)}}`,
    ...linksOfPage(exchange, next),
  }
}

/** RFC 8288. A cursor leads on only, so there is neither a page before nor a last one. One page has no links. */
function linksOfPage(exchange: Exchange, next: string | null): Pick<CallAnswer, 'beside'> {
  const { bindings, query } = exchange
  if (next === null && query['after'] === undefined) return {}
  const address = `${String(bindings[PUBLIC_ADDRESS] ?? '')}${String(bindings[PATH] ?? '')}`
  const first = withoutParameter(exchange, 'after')
  const links = [`<${address}${first === '' ? '' : `?${first}`}>; rel="first"`]
  const { upTo, behind } = aroundParameter(exchange, 'after')
  if (next !== null) links.push(`<${address}?${upTo}${encodeURIComponent(next)}${behind}>; rel="next"`)
  return { beside: { form: 'JSON', headers: [['Link', links.join(', ')]], cookies: [] } }
}

function limitOf(query: Query): number {
  const { limit } = query
  if (limit === undefined) return PAGE_SIZE_SUPPLIED
  const number = typeof limit === 'string' && /^[0-9]{1,4}$/.test(limit) ? Number(limit) : 0
  if (number < 1) throw refused('wrong type', 'limit')
  if (number > PAGE_SIZE_MAX)
    throw new Refusal([{ kind: 'built-in', error: 'too big', about: 'limit', limit: PAGE_SIZE_MAX, reason: null }])
  return number
}

async function getRecord(exchange: Exchange, standard: StandardCalls, entity: Entity): Promise<CallAnswer> {
  refuseOtherParameters(exchange.query, [])
  const answered = await answeredRecord(exchange, exchange.application.database, standard, entity)
  if (answered === null) throw refused('not found', standard.foundBy)
  const { id, ...answer } = answered
  if (standard.calls.includes('presence')) await exchange.stream?.joins(presenceTopic(entity.name, id))
  return { status: 200, ...answer }
}

async function peopleAt(exchange: Exchange, { foundBy }: StandardCalls, entity: Entity): Promise<CallAnswer> {
  refuseOtherParameters(exchange.query, [])
  const { id } = await foundRecord(exchange, exchange.application.database, foundBy, entity)
  return { status: 200, json: await presentPeople(exchange, presenceTopic(entity.name, String(id))) }
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
  const done = gives === null ? await createInOneStatement(exchange, entity, given, answer) : null
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
