// The steps of a stated call in order (reference/7-calls, Steps).

import type { FieldSet, ListedRecords, RecordSource, Step, StepAction } from '../model/calls.ts'
import { hasPlainItems, isAnswered } from '../expression/value-types.ts'
import { entityNamed } from '../model/find.ts'
import type { Expression, Value } from '../expression/expression.ts'
import { type AnswerCookie, PLAIN_ANSWER, saidInHeader } from '../model/wire.ts'
import { evaluate, holds, isShown, type Surroundings, Unbound, valueOfField, withNames } from './evaluate.ts'
import { NotCovered } from './not-covered.ts'
import { changeList } from './list-changes.ts'
import { sendMessage } from './messages.ts'
import { answerOf } from './outside.ts'
import { deferSteps } from './deferred-steps.ts'
import { sentNames } from '../model/steps/given-names.ts'
import { namingInputs, reasonOf, Refused, refusedAs } from './refusals/refusal.ts'
import { placeOfList, refusingWithin } from './refusals/sent-places.ts'
import { callerOf, eyesOf } from './rights.ts'
import { changeRole, signUp } from './roles.ts'
import { sortRecords } from './sorting.ts'
import { fieldValues, stepValue } from './step-values.ts'
import { type Datum, isReference, numberOf, type Reference, recordsOf } from './store.ts'
import { doTransition } from './transition.ts'
import { inJson } from './values/values.ts'
import {
  around,
  changeRecord,
  createRecord,
  deleteRecord,
  readerOf,
  refuseOther,
  type Values,
  type Writing,
} from './write.ts'
import type { Run } from './run.ts'
import { bodyIn, mediaTypeOf } from './wire/answered-forms.ts'

export interface Answer {
  readonly status: number
  /** Undefined: no body. */
  readonly body?: Datum
  /** The media type of the body. Missing: JSON. */
  readonly type?: string
  /** Stated headers, by name in lower case. */
  readonly headers?: Readonly<Record<string, string>>
  readonly cookies?: readonly AnsweredCookie[]
}

/** `value` null: deleted. `seconds` null: a session cookie. */
export interface AnsweredCookie {
  readonly name: string
  readonly value: string | null
  readonly seconds: number | null
}

/** Runs until one answers; null: none has. */
export function runSteps(run: Run, steps: readonly Step[]): Answer | null {
  for (const [index, step] of steps.entries()) {
    if (!holds(step.when, around(run))) {
      for (const [name, value] of namesBoundBy(step.action)) run.names.set(name, value)
      continue
    }
    const answer = statedRefusal(run, step, () => runStep(run, step.action))
    if (answer === null) continue
    // Only `later:` steps follow the final answer; an answer with `when` ends the call at once.
    if (step.when === null) runSteps(run, steps.slice(index + 1))
    return answer
  }
  return null
}

/** `or fail` replaces the refusal of the step itself, but not that of a broken rule of point 5. */
function statedRefusal(run: Run, { orFail }: Step, doing: () => Answer | null): Answer | null {
  try {
    return doing()
  } catch (cause) {
    const isOwn =
      cause instanceof Refused &&
      cause.reasons.every(({ code, status }) => code === 'forbidden' || (code === 'not found' && status === 404))
    throw isOwn && orFail !== null ? new Refused([reasonOf(readerOf(run), orFail)]) : cause
  }
}

function namesSent({ inputs = [], places }: Run, sets: readonly FieldSet[]): ReturnType<typeof sentNames> {
  return sentNames(sets, inputs, (variable) => places.get(variable)?.inputs ?? [])
}

/** A step that `when` skips binds its names to empty values. */
function namesBoundBy(action: StepAction): [string, Datum][] {
  switch (action.kind) {
    case 'find':
    case 'check password':
      return [[action.as, null]]
    case 'list':
      return [[action.as, []], ...(action.page?.counting == null ? [] : [[action.page.counting, 0] as [string, Datum]])]
    case 'let':
      return [[action.name, action.value.type.kind === 'list' ? [] : null]]
    case 'create':
      return action.as === null ? [] : [[action.as, null]]
    case 'ask':
      return action.binds.map((name): [string, Datum] => [name, null])
    default:
      return []
  }
}

function runStep(run: Run, action: StepAction): Answer | null {
  const scope = around(run)
  switch (action.kind) {
    case 'find': {
      const found = sourceRecords(run, action.source, action.where)[0]
      if (found === undefined) throw refusedAs('not found')
      refuseStale(run, found)
      run.names.set(action.as, found)
      return null
    }
    case 'list':
      listRecords(run, action)
      return null
    case 'require':
      if (!holds(action.condition, scope)) throw refusedAs('forbidden')
      return null
    case 'let':
      run.names.set(action.name, namedValue(run, action.value, scope))
      return null
    case 'create':
    case 'change':
      namingInputs(namesSent(run, action.sets), () => write(run, action))
      return null
    case 'set':
      changeRecord(
        run,
        bound(run, action.record),
        { given: {}, set: { [action.field]: stepValue(run, action.to, true) } },
        true,
      )
      return null
    case 'delete':
      deleteRecord(run, bound(run, action.record), action.isProductsOwn)
      return null
    case 'do':
      doTransition(run, bound(run, action.record), action.transition, {
        by: 'call',
        inputs: handed(run, action.sets),
        runSteps,
      })
      return null
    case 'send':
      sendMessage(run.model, scope, action.sending)
      return null
    case 'issue':
      return issue(run, action)
    case 'later':
      deferSteps(run, action)
      return null
    case 'for each':
      forEach(run, action)
      return null
    case 'block':
      return runBlock(run, action.steps)
    case 'ask':
      for (const [name, value] of answerOf(scope, action)) run.names.set(name, value)
      return null
    case 'respond':
      return answered({ ...scope, eyes: eyesOf(run.caller, scope) }, action)
    default:
      runStepOnListOrPeople(run, action, scope)
      return null
  }
}

/** The content of the document is not compared, only its existence and its record. */
function issue(run: Run, { document, record }: Extract<StepAction, { kind: 'issue' }>): null {
  const of = bound(run, record)
  run.store.issued.set(`${of.id} ${document}`, { document, record: of })
  return null
}

/** An object is an answer, as its caller sees it in this step. */
function namedValue(run: Run, value: Expression, scope: Surroundings): Datum {
  if (!isAnswered(value.type)) return evaluate(value, scope)
  const seen = { ...scope, eyes: eyesOf(run.caller, scope) }
  return isShown(value, seen) ? evaluate(value, seen) : null
}

/** A call that needs the version checks the first record that has one. */
function refuseStale(run: Run, record: Reference): void {
  const version = run.store.records.get(record.id)?.values['version']
  if (version === undefined) return
  if (run.unwanted === '*' || run.unwanted?.includes(Number(version)) === true) throw refusedAs('stale')
  refuseOther(run, record, run.needed)
  run.needed = null
  run.unwanted = []
  run.isFoundNeeded = false
}

function runStepOnListOrPeople(run: Run, action: StepAction, scope: Surroundings): void {
  switch (action.kind) {
    case 'add':
    case 'remove': {
      const item = evaluate(action.item, scope)
      if (!isReference(item)) throw refusedAs('not found')
      changeList(run, { ...action, record: bound(run, action.record), item })
      return
    }
    case 'give role':
    case 'take role': {
      const role = String(evaluate(action.role, scope))
      changeRole(run, bound(run, action.record), role, action.kind === 'give role')
      return
    }
    case 'check password': {
      const known = recordsOf(run.store, action.entity).find(({ entity, id }) =>
        holds(action.where, withNames(scope, { this: { entity, id } })),
      )
      const password = run.model.roles.signIn?.password ?? null
      const kept = password === null ? null : (known?.values[password] ?? null)
      if (known === undefined || kept === null || kept !== evaluate(action.password, scope))
        throw refusedAs('not found')
      run.names.set(action.as, { entity: known.entity, id: known.id })
      return
    }
    case 'sign in':
      if (run.caller.isByKey === true) throw refusedAs('forbidden')
      becomes(run, bound(run, action.record))
      return
    case 'sign out':
      becomes(run, null)
      return
    default:
      throw new NotCovered(`the step ${action.kind}`)
  }
}

function answered(shown: Surroundings, { status, body, wire }: Extract<StepAction, { kind: 'respond' }>): Answer {
  const cookies = (wire?.cookies ?? []).map((each) => answeredCookie(shown, each)).filter((each) => each !== null)
  // Empty or hidden ones are left out.
  const headers = (wire?.headers ?? []).flatMap(({ name, value }): [string, string][] => {
    const said = isShown(value, shown) ? inJson(value.type, evaluate(value, shown)) : null
    return said === null ? [] : [[name.toLowerCase(), saidInHeader(name, said as Value)]]
  })
  const beside = { status, headers: Object.fromEntries(headers), ...(cookies.length === 0 ? {} : { cookies }) }
  if (body === null) return beside
  const said = isShown(body, shown) ? inJson(body.type, evaluate(body, shown)) : null
  return { ...beside, body: bodyIn(wire?.form ?? 'JSON', said), type: mediaTypeOf(wire ?? PLAIN_ANSWER) }
}

/** Null: its value is empty or hidden, so it is left out. */
function answeredCookie(shown: Surroundings, { name, value, keptFor }: AnswerCookie): AnsweredCookie | null {
  if (value === null) return { name, value: null, seconds: null }
  const said = isShown(value, shown) ? inJson(value.type, evaluate(value, shown)) : null
  const keptMs = keptFor === null ? null : Number(evaluate(keptFor, shown) ?? 0)
  return said === null
    ? null
    : { name, value: String(said), seconds: keptMs === null ? null : Math.floor(keptMs / 1000) }
}

function isOpenToGuests({ model, who }: Run): boolean {
  return model.roles.roles.some(({ name, isGuest }) => isGuest && who?.includes(name) === true)
}

/** Changes the caller for the following steps. */
function becomes(run: Run, me: Reference | null): void {
  const own = callerOf(run.model, run.store, me, run.caller.tenant)
  run.caller = run.caller.isProduct === true ? { ...own, isProduct: true } : own
}

/** Bindings of a block end with it. */
function runBlock(run: Run, steps: readonly Step[]): Answer | null {
  const outside = new Set(run.names.keys())
  const answer = runSteps(run, steps)
  for (const name of run.names.keys()) if (!outside.has(name)) run.names.delete(name)
  return answer
}

function bound(run: Run, name: string): Reference {
  const record = run.names.get(name) ?? (name === 'me' ? run.caller.me : null)
  if (!isReference(record)) throw new Unbound(name)
  return record
}

/**
 * Records of a source that the caller may see and that satisfy the condition, in the order of creation.
 */
function sourceRecords(
  run: Run,
  source: RecordSource | ListedRecords,
  where: Extract<StepAction, { kind: 'list' }>['where'],
): Reference[] {
  const scope = around(run)
  const eyes = eyesOf(run.caller, scope)
  const all =
    source.kind === 'listed'
      ? ((run.names.get(source.list) ?? []) as readonly Reference[])
      : source.kind === 'relation'
        ? (valueOfField(bound(run, source.of), source.relation, scope) as readonly Reference[])
        : recordsOf(run.store, source.entity)
  return all
    .map(({ entity, id }) => ({ entity, id }))
    .filter(
      (record) =>
        run.store.records.has(record.id) &&
        (eyes === null || eyes.sees(record)) &&
        holds(where, withNames(scope, { this: record })),
    )
    .sort((a, b) => (source.kind === 'listed' ? 0 : numberOf(a) - numberOf(b)))
}

function listRecords(run: Run, action: Extract<StepAction, { kind: 'list' }>): void {
  const scope = around(run)
  const seen: Surroundings = { ...scope, eyes: eyesOf(run.caller, scope) }
  const narrowing = action.isNarrowedByQuery ? (run.queries ?? []) : []
  const kept = narrowing.flatMap(({ name, keepsOnly }) => {
    const sent = run.names.get(`query.${name}`) ?? null
    const isSent = sent !== null && !(Array.isArray(sent) && sent.length === 0)
    return keepsOnly === null || !isSent ? [] : [keepsOnly]
  })
  // If the condition reads hidden values of a record, the record is not found.
  const found = sourceRecords(run, action.source, action.where).filter((record) => {
    const about = withNames(seen, { this: record })
    return kept.every((condition) => isShown(condition, about) && holds(condition, about))
  })
  const sortedBy = action.sortedBy.filter(({ when }) => when === undefined || holds(when, scope))
  sortRecords(seen, found, action.source.entity, sortedBy)
  const { page } = action
  if (page === null) run.names.set(action.as, found)
  else {
    const [take = 0, after = 0] = [page.take, page.after].map((each) => Math.max(0, Number(evaluate(each, scope))))
    run.names.set(action.as, found.slice(after, after + take))
    if (page.counting !== null) run.names.set(page.counting, found.length)
  }
}

/** One after another; a record that no longer fits when its turn comes is skipped. */
function forEach(run: Run, { as, source, where, steps }: Extract<StepAction, { kind: 'for each' }>): void {
  const outside = new Set(run.names.keys())
  if (source.kind === 'values') {
    const values = (evaluate(source.list, around(run)) ?? []) as readonly Datum[]
    const list = placeOfList(run, source.list)
    for (const [index, value] of values.entries()) {
      run.names.set(as, value)
      const place = `${list?.place}[${index}]`
      const item =
        list === null ? null : { ...list, place, ...(hasPlainItems(source.list) && { isValue: true as const }) }
      if (item !== null) run.places.set(as, item)
      refusingWithin(item, () => holds(where, around(run)) && runSteps(run, steps))
      run.places.delete(as)
      for (const name of run.names.keys()) if (!outside.has(name)) run.names.delete(name)
    }
    return
  }
  const listed = source.kind === 'listed' ? null : where
  for (const record of sourceRecords(run, source, listed)) {
    const eyes = eyesOf(run.caller, around(run))
    const fits =
      run.store.records.has(record.id) &&
      (eyes === null || eyes.sees(record)) &&
      holds(where, withNames(around(run), { this: record, [as]: record }))
    if (!fits) continue
    run.names.set(as, record)
    runSteps(run, steps)
    for (const name of run.names.keys()) if (!outside.has(name)) run.names.delete(name)
  }
}

function write(run: Run, action: Extract<StepAction, { kind: 'create' | 'change' }>): void {
  const values = fieldValues(run, action.sets, action.kind === 'create' && action.isProductsOwn)
  if (action.kind === 'change') return void changeRecord(run, bound(run, action.record), values, false)
  const record = createRecord(run, entityNamed(run.model, action.entity), values, action.isProductsOwn, true)
  signUp(run, record, isOpenToGuests(run))
  if (action.as !== null) run.names.set(action.as, record)
}

/** Inputs that a step passes to a transition. */
function handed(run: Run, sets: readonly FieldSet[]): Values {
  const { given, set } = fieldValues(run, sets, false)
  return { ...given, ...set }
}

/** A transition by an effect of another record. */
export function doEffect(writing: Writing, record: Reference, transition: string): void {
  doTransition(writing, record, transition, { by: 'product', runSteps })
}
