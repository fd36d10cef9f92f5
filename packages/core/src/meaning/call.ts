// A stated call: who may use it, what was sent with it, and its steps (reference/7-calls, Calls of your own).

import type { Call, Input, Step } from '../model/calls.ts'
import { acceptedTypes } from '../model/steps/accepted-types.ts'
import { entityNamed } from '../model/find.ts'
import { evaluate } from './evaluate.ts'
import { acceptedInputs, acceptedQuery, type SentQuery, valueIn } from './inputs.ts'
import { NotCovered } from './not-covered.ts'
import { reasonOf, Refused, refusedAs, type RefusalReason } from './refusal.ts'
import { type Caller, eyesOf } from './rights.ts'
import { type Answer, runSteps } from './steps.ts'
import type { Run } from './run.ts'
import { type Datum, recordsOf } from './store.ts'
import { around, createRecord, type Values, type Writing } from './write.ts'

export interface CallRequest {
  readonly call: Call
  readonly path: Values
  /** The body. */
  readonly inputs: Datum
  readonly query?: SentQuery
  /** By name in small letters. */
  readonly headers?: Readonly<Record<string, string>>
}

export function callAnswer(writing: Writing, request: CallRequest): Answer {
  const { call } = request
  const { caller, model } = writing
  if (call.from !== undefined) throw new NotCovered('calls of outside services')
  if (!call.who.some((role) => caller.roles.has(role)))
    throw refusedAs(caller.me === null ? 'not signed in' : 'forbidden')
  if ((call.wire?.body ?? 'JSON') !== 'JSON') throw new NotCovered('bodies of other forms than JSON')
  if (acceptedTypes(call).length > 0) throw new NotCovered('answers by Accept')
  if (call.wire?.statuses !== undefined) throw new NotCovered('statuses of a call')
  if (call.wire?.isLenient === true) throw new NotCovered('lenient values')
  if (call.needsVersion !== null) throw new NotCovered('versions of calls')
  const isUnknownIgnored = (call.wire?.unknownInputs ?? model.limits.unknownInputs) === 'ignored'
  const beside = namesBeside(request, isUnknownIgnored)
  const { values, reasons } = acceptedInputs(call.inputs, request.inputs, isUnknownIgnored)
  const acting: Caller = call.runsAsProduct === null ? caller : { ...caller, isProduct: true }
  const run: Run = {
    ...writing,
    caller: acting,
    names: new Map([...beside, ...namesOfInputs(call.inputs, {})]),
    sent: new Set(Object.keys(values)),
    who: call.who,
    queries: call.queries,
  }
  if (reasons.length > 0) throw refusedBefore(run, call, reasons)
  return answeredOnce(run, request, values, () => {
    const found = foundByNames(run, call.inputs, values)
    if (found.reasons.length > 0) throw refusedBefore(run, call, found.reasons)
    for (const [name, value] of namesOfInputs(call.inputs, found.values)) run.names.set(name, value)
    return runSteps(run, call.steps) ?? { status: 204 }
  })
}

/** Of the address, of headers and of cookies: told before the body is looked at. */
function namesBeside({ call, path, query, headers = {} }: CallRequest, isUnknownIgnored: boolean): [string, Datum][] {
  const asked = acceptedQuery(call, query ?? {}, isUnknownIgnored)
  const reasons = [...asked.reasons]
  const carried = (call.wire?.carried ?? []).map(({ from, name, variable, type, isNeeded }): [string, Datum] => {
    if (from === 'cookie') throw new NotCovered('cookies')
    const sent = headers[name.toLowerCase()] ?? ''
    const value = sent === '' ? null : valueIn(type, sent)
    if (value === undefined) reasons.push({ code: 'wrong type', status: 422 })
    if (value === null && isNeeded) reasons.push({ code: 'blank', status: 422 })
    return [variable, value ?? null]
  })
  if (reasons.length > 0) throw new Refused(reasons)
  return [
    ...Object.entries(path).map(([name, value]): [string, Datum] => [`path.${name}`, value]),
    ...Object.entries(asked.values).map(([name, value]): [string, Datum] => [`query.${name}`, value]),
    ...carried,
  ]
}

/** Each under its name, and whether it was sent. Of several, none are sent when nothing is. */
function namesOfInputs(declared: readonly Input[], values: Values): [string, Datum][] {
  return declared.flatMap(({ path, like }): [string, Datum][] => {
    const name = path.join('.')
    const nothing = like.kind === 'objects' || (like.kind === 'type' && like.isList) ? [] : null
    return [
      [`input.${name}`, values[name] ?? nothing],
      [`input.${name} was sent`, name in values],
    ]
  })
}

/** Records that inputs name by one of their fields. */
function foundByNames(
  run: Run,
  declared: readonly Input[],
  values: Values,
): { readonly values: Values; readonly reasons: readonly RefusalReason[] } {
  const found: Record<string, Datum> = { ...values }
  const reasons: RefusalReason[] = []
  for (const { path, like } of declared) {
    const name = path.join('.')
    const sent = values[name] ?? null
    if (like.kind === 'objects' && JSON.stringify(like.inputs).includes('"kind":"record by"'))
      throw new NotCovered('objects that name records')
    if (like.kind !== 'record by' || sent === null) continue
    const eyes = eyesOf(run.caller, around(run))
    const record = recordsOf(run.store, like.target)
      .map(({ entity, id }) => ({ entity, id }))
      .find((each) => {
        const isSeen = eyes === null || (eyes.sees(each) && eyes.seesField(each, like.by))
        return isSeen && run.store.records.get(each.id)?.values[like.by] === sent
      })
    if (record !== undefined) found[name] = record
    else if (like.isCreatedWhenMissing)
      found[name] = createRecord(
        run,
        entityNamed(run.model, like.target),
        { given: { [like.by]: sent }, set: {} },
        false,
      )
    else reasons.push({ code: 'not found', status: 422 })
  }
  return { values: found, reasons }
}

/** `Repeatable`: what was sent before is not done again. */
function answeredOnce(run: Run, request: CallRequest, values: Values, answer: () => Answer): Answer {
  const { call, path, inputs, headers = {} } = request
  const key = keyOf(run, call, values, headers['idempotency-key'])
  if (key === null) return answer()
  const place = JSON.stringify([run.caller.me?.id ?? '', call.method, call.path, key])
  const content = JSON.stringify([path, inputs])
  const before = run.store.answered.get(place)
  if (before !== undefined) {
    if (before.content !== content) throw refusedAs('wrong type')
    return before.answer
  }
  const given = answer()
  run.store.answered.set(place, { content, answer: given })
  return given
}

/** Null: nothing says that it was sent before. */
function keyOf(run: Run, { repeatable, inputs }: Call, values: Values, header: string | undefined): Datum {
  if (repeatable === null || repeatable.kind === 'naturally') return null
  if (repeatable.kind === 'by key') return header ?? null
  const names = new Map([...run.names, ...namesOfInputs(inputs, values)])
  const value = evaluate(repeatable.value, around({ ...run, names }))
  return value === null || value === '' ? null : JSON.stringify(['value', value])
}

/** The refusal of the steps that only look, or else these. */
function refusedBefore(run: Run, call: Call, reasons: readonly RefusalReason[]): Refused {
  const { looking, next } = stepsBeforeInputs(call)
  const answer = runSteps(run, looking)
  if (answer === null && next !== undefined) refusePermission(run, next)
  return new Refused(reasons)
}

/** Only what the caller may do is asked: a rule that the record breaks is not. */
function refusePermission(run: Run, step: Step): void {
  try {
    runSteps(run, [{ ...step, orFail: null }])
  } catch (cause) {
    if (!(cause instanceof Refused)) throw cause
    const isPermission = cause.reasons.every(({ code }) => code === 'forbidden' || code === 'not found')
    if (isPermission) throw step.orFail === null ? cause : new Refused([reasonOf(run.model, step.orFail)])
  }
}

/**
 * The first steps that only look, as far as they need no input: when inputs are wrong, their refusal comes first. So does
 * that of a change or a deletion below them which the caller may not do, whatever the fields.
 */
function stepsBeforeInputs({ steps }: Call): { readonly looking: Call['steps']; readonly next: Step | undefined } {
  const saysInput = (part: unknown): boolean => JSON.stringify(part).includes('"name":"input.')
  const end = steps.findIndex(
    ({ when, action }) => !['find', 'require', 'let'].includes(action.kind) || saysInput([when, action]),
  )
  const looking = end < 0 ? steps : steps.slice(0, end)
  const next = steps[looking.length]
  if (next === undefined || saysInput(next.when) || (next.action.kind !== 'change' && next.action.kind !== 'delete'))
    return { looking, next: undefined }
  return { looking, next: next.action.kind === 'change' ? { ...next, action: { ...next.action, sets: [] } } : next }
}
