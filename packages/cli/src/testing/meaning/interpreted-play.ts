// Requests → the results of the reference interpreter, in the form of the recorded engine run.

import { interpret, type Outcome, type Request } from '@ninefold/core/meaning/interpret.ts'
import type { Answer } from '@ninefold/core/meaning/steps.ts'
import { type RefusalReason, statusOf } from '@ninefold/core/meaning/refusals/refusal.ts'
import { beginRecurring, passTime } from '@ninefold/core/meaning/time.ts'
import {
  addRecord,
  type Datum,
  type Deletion,
  emptyStore,
  type Reference,
  recordsOf,
  type Store,
} from '@ninefold/core/meaning/store.ts'
import { followMemberships } from '@ninefold/core/meaning/users/tenants.ts'
import type { KeyToMake } from '@ninefold/core/meaning/users/keys.ts'
import { refusalAnswer } from '@ninefold/core/meaning/refusals/answers.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { placeOfScreen } from './http-request.ts'
import { zoneOf } from './zone.ts'
import { NO_CODE, type Seen } from './engine.ts'
import { keptIn } from './kept-by-interpreter.ts'
import {
  asOneList,
  hasMore,
  isEmptyList,
  isRow,
  type ListPage,
  NAMED,
  pageOfAnswer,
  screenPageOf,
  queryOfPage,
  undecidedIn,
} from './listed.ts'
import type { Json } from './json.ts'
import { CODED } from './fields/made-by-product.ts'
import { comparedChange } from './kept-history.ts'
import { CODES } from './made-up-parts.ts'
import { isOfApp } from './people/engine-keys.ts'
import type { MadeUpRequest } from './made-up-requests.ts'
import { isOwnCode } from './refusals/made-up-errors.ts'
import { refusedRequest, toldCodes, withKnownIds } from './refusals/refused-request.ts'

type Told = 'whole' | 'status alone'

/** Error codes of rules; steps rarely use them. */
const OF_RULES: readonly string[] = CODES.filter((code) => code !== 'LOST')

export class InterpretedPlay {
  private readonly model: Model
  private store: Store

  constructor(model: Model, beginsMs: number) {
    this.model = model
    this.store = beginning(model, beginsMs)
  }

  /**
   * Tells whether the request would be refused or find nothing. For the page of a record only the record counts,
   * because its related blocks may be hidden. A violated rule does not count, because it tests the written values.
   */
  isInVain(request: MadeUpRequest): boolean {
    const asked = request.of === undefined ? request : { ...request, block: 0, query: {} }
    const { status, isList, body, codes } = this.done(asked, 'status alone').seen
    const isByRule = codes.length > 0 && codes.every((code) => OF_RULES.includes(code) || isOwnCode(code))
    return (
      (status >= 400 && !isByRule) ||
      (isList === true && isEmptyList(body)) ||
      (request.kind === 'screen' && isOfNothing(body))
    )
  }

  /** Codes of existing records. */
  codesOf(entity: string): string[] {
    return recordsOf(this.store, entity).map(({ values }) => String(values['code']))
  }

  next(request: MadeUpRequest): Seen {
    const { seen, store } = this.done(request, 'whole')
    this.store = store
    return { ...seen, codes: toldCodes(seen), kept: keptIn(this.model, store) }
  }

  /** `told`: of a refusal. Its words take time, and most drawn requests are refused. */
  private done(request: MadeUpRequest, told: Told): { readonly seen: Omit<Seen, 'kept'>; readonly store: Store } {
    const { model } = this
    const now = { ...this.store, nowMs: request.atMs }
    if (request.kind === 'time') return { seen: { status: 204, body: null, codes: [] }, store: passTime(model, now) }
    if (request.kind === 'list') return this.listed(now, request, told)
    if (request.kind === 'screen') return { seen: this.shown(now, request, told), store: now }
    const { answer, reasons, store, isUnread } = interpret(model, now, requestOf(model, now, request))
    if (reasons.length > 0) return { seen: this.refused(store, request, { answer, reasons, isUnread }, told), store }
    const { status, body = null } = answer
    const headers = headersOf(answer, request.kind === 'call')
    const shown = request.kind === 'history' ? withValues(model, request.entity, body as Json) : (body as Json)
    // A call may answer with values of a record that it has deleted.
    const named = namedByCode(now, namedByCode(store, shown))
    return { seen: { status, body: named, codes: [], headers }, store }
  }

  private refused(
    store: Store,
    request: MadeUpRequest,
    { answer, reasons, isUnread }: Pick<Outcome, 'reasons' | 'isUnread'> & Partial<Pick<Outcome, 'answer'>>,
    told: Told,
  ): Omit<Seen, 'kept'> {
    if (told === 'status alone') return { status: statusOf(reasons), body: null, codes: codesOf(reasons) }
    const { model } = this
    const asked = refusedRequest(model, request, (value) => withKnownIds(store, datumOf(store, value)))
    const ofLimits = answer?.headers ?? {}
    const seenOf = (each: readonly RefusalReason[]): Omit<Seen, 'kept'> => {
      const said = refusalAnswer(model, store, each, isUnread === true ? { ...asked, sent: null } : asked)
      const body = namedByCode(store, (said.body ?? null) as Json)
      return { status: said.status, body, codes: codesOf(each), headers: { ...ofLimits, ...headersOf(said, true) } }
    }
    // Of several reasons only one may be reported.
    const either = reasons.filter(({ isOneOfThem }) => isOneOfThem === true)
    return { ...seenOf(reasons), ...(either.length === 0 ? {} : { oneOf: either.map((each) => seenOf([each])) }) }
  }

  /** All pages, one after another. */
  private listed(
    store: Store,
    request: MadeUpRequest,
    told: Told,
  ): { readonly seen: Omit<Seen, 'kept'>; readonly store: Store } {
    const { model } = this
    const pages: ListPage[] = []
    for (let after: string | null = '0'; after !== null; after = pages.at(-1)?.next ?? null) {
      const query = { ...request.query, after }
      const { answer, reasons } = interpret(model, store, requestOf(model, store, { ...request, query }))
      if (answer.status !== 200) return { seen: this.refused(store, request, { answer, reasons }, told), store }
      pages.push(namedByCode(store, answer.body as Json) as unknown as ListPage)
    }
    return { seen: { status: 200, body: asOneList(pages), codes: [], isList: true }, store }
  }

  /** All pages of a screen's block. */
  private shown(store: Store, request: MadeUpRequest, told: Told): Omit<Seen, 'kept'> {
    const { model } = this
    const pages: ListPage[] = []
    do {
      const asked = screenOf(store, request, pages.length + 1)
      const { answer, reasons } = interpret(model, store, asked)
      const { status } = answer
      if (status !== 200) return this.refused(store, request, { reasons }, told)
      const body = namedByCode(store, (answer.body ?? null) as Json)
      const page = pageOfAnswer(body) ?? screenPageOf(body)
      if (page === null) return figureOrRecord(status, body)
      pages.push(page)
    } while (hasMore(pages))
    return {
      status: 200,
      body: asOneList(pages),
      codes: [],
      isList: true,
      undecided: undecidedIn(pages.flatMap(({ items }) => items.filter(isRow))),
    }
  }
}

/** Includes the media type of the body, and cookies as headers of their own: `cookie mark`. */
function headersOf({ type, body, headers = {}, cookies = [] }: Answer, isStated: boolean): Record<string, string> {
  return {
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, inHeader(value)])),
    ...(isStated && body !== undefined ? { 'content-type': type ?? 'application/json; charset=utf-8' } : {}),
    ...Object.fromEntries(
      cookies.map(({ name, value, seconds }) => [
        `cookie ${name}`,
        value === null ? ' 0' : `${value} ${seconds === null ? 'open' : String(seconds)}`,
      ]),
    ),
  }
}

/** A header has ASCII alone. The mark of open words stays as it is. */
function inHeader(value: string): string {
  return value.replace(/[^\0-~]+/g, (part) => encodeURIComponent(part))
}

/** Values of a history in the form that both programs share. */
function withValues(model: Model, entity: string, body: Json): Json {
  const { changes } = (body ?? {}) as { readonly changes?: readonly Readonly<Record<string, Json>>[] }
  if (changes === undefined) return body
  return {
    changes: changes.map((change): Json => {
      const { type } = fieldNamed(entityNamed(model, entity), String(change['field']))
      const value = (of: Json | undefined): Json => comparedChange(type, of ?? null, (name) => name)
      return { ...change, before: value(change['before']), after: value(change['after']) }
    }),
  }
}

/** Replaces ids, which each program generates itself, by the records' codes. */
function namedByCode(store: Store, value: Json): Json {
  if (typeof value === 'string') {
    const record = store.records.get(value)
    if (record !== undefined) return `${record.entity}: ${String(record.values['code'])}`
    const coded = [...store.records.values()].find(({ values }) => values[CODED] === value)
    return coded === undefined ? value : `${coded.entity}: ${String(coded.values['code'])}.${CODED}`
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item: Json) => namedByCode(store, item))
  return Object.fromEntries(Object.entries(value).map(([key, each]): [string, Json] => [key, namedByCode(store, each)]))
}

/** A figure, a chart or totals over no record. */
function isOfNothing(body: Json): boolean {
  const { count, groups, lanes } = (body ?? {}) as {
    readonly count?: Json
    readonly groups?: Json
    readonly lanes?: Json
  }
  return count === 0 || [groups, lanes].some((each) => Array.isArray(each) && each.length === 0)
}

/** Offers of a record may be undecided, like those of a row. */
function figureOrRecord(status: number, body: Json): Omit<Seen, 'kept'> {
  return { status, body, codes: [], ...(isRow(body) ? { undecided: undecidedIn([body]) } : {}) }
}

function codesOf(reasons: readonly RefusalReason[]): string[] {
  return reasons.map(({ code }) => code.toUpperCase().replaceAll(' ', '_')).sort()
}

/** Of a record that nobody has made. */
function notedAt(name: string, atMs: number): Datum {
  return name === 'version' ? 1 : name === 'createdBy' ? null : atMs
}

/** The sample data of the specification. */
function beginning(model: Model, beginsMs: number): Store {
  const store = emptyStore(beginsMs, zoneOf(model.limits.timeZone))
  for (const { entity, rows } of model.entities.sampleData) {
    for (const { values, roles } of rows) {
      const noted = entityNamed(model, entity).fields.flatMap(({ name, isBuiltIn }): [string, Datum][] =>
        isBuiltIn && name !== 'id' ? [[name, notedAt(name, beginsMs)]] : [],
      )
      const record = addRecord(store, entity, {
        ...Object.fromEntries(noted),
        ...valuesOfRow(model, store, entity, values),
      })
      store.roles.set(record.id, new Set(roles))
      followMemberships({ model, store })
    }
  }
  beginRecurring(model, store)
  return store
}

/** A reference contains the code of its record. */
function valuesOfRow(
  model: Model,
  store: Store,
  of: string,
  values: Readonly<Record<string, Datum>>,
): Record<string, Datum> {
  const { fields } = entityNamed(model, of)
  const named = Object.entries(values).map(([name, value]): [string, Datum] => {
    const type = fields.find((field) => field.name === name)?.type
    return [
      name,
      type?.kind === 'reference' && value !== null ? recordByCode(store, type.entity, value as Json) : value,
    ]
  })
  return Object.fromEntries(named)
}

function recordByCode(store: Store, entity: string, code: Json): Reference {
  const found = recordsOf(store, entity).find(({ values }) => values['code'] === code)
  return { entity, id: found?.id ?? 'nothing-0' }
}

function personOf(store: Store, who: string | null): Reference | null {
  const known = who === null ? null : recordByCode(store, 'Person', who)
  return known !== null && store.records.has(known.id) ? known : null
}

function listOf(store: Store, request: MadeUpRequest): Extract<Request, { readonly kind: 'list' }> {
  const { who, entity, query } = request
  return { kind: 'list', me: personOf(store, who), entity, query: queryIn(store, query), ...withKeyOf(request) }
}

function screenOf(store: Store, request: MadeUpRequest, page: number): Extract<Request, { readonly kind: 'screen' }> {
  const { who, key, block = 0, query } = request
  const asked = queryOfPage(queryIn(store, query), page)
  const place = placeOfScreen(request)
  return { kind: 'screen', me: personOf(store, who), screen: key, block, place, query: asked, ...withKeyOf(request) }
}

function queryIn(store: Store, query: MadeUpRequest['query']): Record<string, string> {
  const part = (text: string): string => {
    const [, of, code] = NAMED.exec(text) ?? []
    return of === undefined || code === undefined ? text : recordByCode(store, of, code).id
  }
  const named = Object.entries(query).map(([name, text]): [string, string] => [
    name,
    text.split(',').map(part).join(','),
  ])
  return Object.fromEntries(named)
}

function requestOf(model: Model, store: Store, request: MadeUpRequest): Request {
  return { ...plainRequestOf(model, store, request), ...withKeyOf(request) }
}

/** The caller may be a program, and an address may name a tenant. */
function withKeyOf({ withKey, tenantLabel }: MadeUpRequest): Pick<Request, 'withKey' | 'tenantLabel'> {
  return { ...(withKey === undefined ? {} : { withKey }), ...(tenantLabel === undefined ? {} : { tenantLabel }) }
}

function plainRequestOf(model: Model, store: Store, request: MadeUpRequest): Request {
  const { who, kind, entity, key, transition } = request
  const me = personOf(store, who)
  const seen = request.version === undefined ? {} : { version: request.version }
  const body = Object.fromEntries(
    Object.entries(request.body).map(([name, value]): [string, Datum] => [name, datumOf(store, value)]),
  )
  switch (kind) {
    case 'call': {
      const { method, query, headers } = request.asked ?? { method: 'POST', query: {}, headers: {} }
      const call = model.calls.calls.find((each) => each.path === request.path && each.method === method)
      if (call === undefined) throw new Error(`Defect: there is no call ${request.path}.`)
      const { cookies = {}, content, form, text, from } = request.asked ?? {}
      return {
        kind,
        me,
        call,
        path: { code: key },
        inputs: content === undefined ? body : datumOf(store, content),
        query,
        headers,
        cookies,
        ...(form === undefined ? {} : { form }),
        ...(text === undefined ? {} : { text }),
        ...(from === undefined ? {} : { from, event: JSON.stringify(request.body) }),
      }
    }
    case 'suspend':
    case 'end suspension': {
      const user = recordByCode(store, entity, key)
      return { kind, me, user: store.records.has(user.id) ? user : null }
    }
    case 'give role':
    case 'take role': {
      const user = recordByCode(store, entity, key)
      return { kind, me, user: store.records.has(user.id) ? user : null, role: String(request.body['role']) }
    }
    case 'tenant':
      return { kind, me, tenant: recordByCode(store, entity, key) }
    case 'make key': {
      const { roles, onlyReads, days } = request.body as unknown as Pick<KeyToMake, 'roles' | 'onlyReads' | 'days'>
      return { kind, me, name: key, isOfApp: isOfApp(key), roles, onlyReads, days }
    }
    case 'end key':
      return { kind, me, name: key }
    case 'list':
      return listOf(store, request)
    case 'screen':
      return screenOf(store, request, 1)
    case 'deleted':
      return { kind, me }
    case 'restore':
      return { kind, me, deletion: lastDeletion(store, entity, key) }
    case 'create':
      return { kind, me, entity, body }
    case 'change':
      return { kind, me, entity, key, body, ...seen }
    case 'transition':
      return { kind, me, entity, key, transition, inputs: body, ...seen }
    case 'get':
    case 'delete':
    case 'history':
      return { kind, me, entity, key, ...seen }
    case 'time':
      throw new Error('Defect: nobody asks for time to pass.')
  }
}

/** The last deletion of a record with this code. */
function lastDeletion(store: Store, of: string, code: string): Deletion | undefined {
  return store.deletions.findLast(
    ({ record: { entity }, records: [first] }) => entity === of && first?.values['code'] === code,
  )
}

function datumOf(store: Store, value: Json): Datum {
  if (Array.isArray(value)) return value.map((item: Json) => datumOf(store, item))
  if (typeof value !== 'object' || value === null) return value
  if (!('$code' in value))
    return Object.fromEntries(Object.entries(value).map(([key, each]): [string, Datum] => [key, datumOf(store, each)]))
  const { $entity, $code, $field } = value as { readonly [key in '$entity' | '$code' | '$field']: string }
  const record = recordByCode(store, $entity, $code)
  if ($field === undefined) return record
  return store.records.get(record.id)?.values[$field] ?? NO_CODE
}
