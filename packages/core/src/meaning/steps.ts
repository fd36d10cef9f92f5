// The steps of a stated call, one after another (reference/7-calls, Steps).

import type { FieldSet, ListedRecords, RecordSource, Step, StepAction } from '../model/calls.ts'
import { entityNamed, fieldNamed } from '../model/find.ts'
import { evaluate, holds, isShown, type Surroundings, Unbound, valueOfField, withNames } from './evaluate.ts'
import { NotCovered } from './not-covered.ts'
import { sendMessage } from './messages.ts'
import { putOffSteps } from './put-off.ts'
import { reasonOf, Refused, refusedAs } from './refusal.ts'
import { eyesOf } from './rights.ts'
import { type Datum, isReference, type Reference, recordsOf } from './store.ts'
import { doTransition } from './transition.ts'
import { compared } from './values/values.ts'
import { around, changeRecord, createRecord, deleteRecord, type Values, type Writing } from './write.ts'

export interface Answer {
  readonly status: number
  /** Undefined: no body. */
  readonly body?: Datum
}

export interface Run extends Writing {
  readonly names: Map<string, Datum>
  /** Inputs that were sent, by dotted path. */
  readonly sent: ReadonlySet<string>
  /** The roles that may use the call; null: they are no steps of a call. */
  readonly who: readonly string[] | null
}

/** Until one of them answers; null: none has. */
export function runSteps(run: Run, steps: readonly Step[]): Answer | null {
  for (const [index, step] of steps.entries()) {
    if (!holds(step.when, around(run))) {
      for (const [name, value] of namesBoundBy(step.action)) run.names.set(name, value)
      continue
    }
    const answer = statedRefusal(run, step, () => runStep(run, step.action))
    if (answer === null) continue
    // Below the last answer stands nothing but `later:`; one that begins with `when` ends the call at once.
    if (step.when === null) runSteps(run, steps.slice(index + 1))
    return answer
  }
  return null
}

/** `or fail` answers for what the step itself is refused, not for a broken rule of point 5. */
function statedRefusal(run: Run, { orFail }: Step, doing: () => Answer | null): Answer | null {
  try {
    return doing()
  } catch (cause) {
    const isOwn =
      cause instanceof Refused &&
      cause.reasons.every(({ code, status }) => code === 'forbidden' || (code === 'not found' && status === 404))
    throw isOwn && orFail !== null ? new Refused([reasonOf(run.model, orFail)]) : cause
  }
}

/** A step that `when` skips binds its names to nothing. */
function namesBoundBy(action: StepAction): [string, Datum][] {
  switch (action.kind) {
    case 'find':
      return [[action.as, null]]
    case 'list':
      return [[action.as, []], ...(action.page === null ? [] : [[action.page.counting, 0] as [string, Datum]])]
    case 'let':
      return [[action.name, action.value.type.kind === 'list' ? [] : null]]
    case 'create':
      return action.as === null ? [] : [[action.as, null]]
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
      run.names.set(action.name, evaluate(action.value, scope))
      return null
    case 'create': {
      const entity = entityNamed(run.model, action.entity)
      const record = createRecord(run, entity, fieldValues(run, action.sets), action.isProductsOwn)
      if (action.as !== null) run.names.set(action.as, record)
      return null
    }
    case 'change':
      changeRecord(run, bound(run, action.record), fieldValues(run, action.sets), false)
      return null
    case 'set':
      changeRecord(
        run,
        bound(run, action.record),
        { given: {}, set: { [action.field]: evaluate(action.to, scope) } },
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
    case 'later':
      putOffSteps(run, action)
      return null
    case 'for each':
      forEach(run, action)
      return null
    case 'respond': {
      if (action.body === null) return { status: action.status }
      const shown: Surroundings = { ...scope, eyes: eyesOf(run.caller, scope) }
      return { status: action.status, body: isShown(action.body, shown) ? evaluate(action.body, shown) : null }
    }
    default:
      throw new NotCovered(`the step ${action.kind}`)
  }
}

function bound(run: Run, name: string): Reference {
  const record = run.names.get(name) ?? (name === 'me' ? run.caller.me : null)
  if (!isReference(record)) throw new Unbound(name)
  return record
}

/** Records of a source that the caller may see and for which the condition holds. */
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
}

function listRecords(run: Run, action: Extract<StepAction, { kind: 'list' }>): void {
  if (action.isNarrowedByQuery) throw new NotCovered('lists narrowed by the query')
  const scope = around(run)
  const eyes = eyesOf(run.caller, scope)
  const found = sourceRecords(run, action.source, action.where)
  const entity = entityNamed(run.model, action.source.entity)
  for (const { field, direction } of [...action.sortedBy].reverse()) {
    if (field.includes('.')) throw new NotCovered('lists sorted by a path')
    const type = fieldNamed(entity, field).type
    if (!['text', 'whole number'].includes(type.kind)) throw new NotCovered(`lists sorted by ${type.kind}`)
    const valueType = { kind: type.kind === 'text' ? 'text' : 'integer' } as const
    // A field that the caller may not see counts as empty, and empties come last.
    const key = (record: Reference): Datum =>
      eyes === null || eyes.seesField(record, field) ? valueOfField(record, field, scope) : null
    const sign = direction === 'ascending' ? 1 : -1
    found.sort((one, other) => {
      const [a, b] = [key(one), key(other)]
      if (a === null || b === null) return Number(a === null) - Number(b === null)
      return sign * compared(valueType, a, b)
    })
  }
  const { page } = action
  if (page === null) run.names.set(action.as, found)
  else {
    const [take, after] = [Number(evaluate(page.take, scope)), Number(evaluate(page.after, scope))]
    run.names.set(action.as, found.slice(after, after + take))
    run.names.set(page.counting, found.length)
  }
}

/** One after another; one that does not fit any more when its turn comes is passed over. */
function forEach(run: Run, { as, source, where, steps }: Extract<StepAction, { kind: 'for each' }>): void {
  if (source.kind === 'values') throw new NotCovered('steps for each value of a list')
  const outside = new Set(run.names.keys())
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

function fieldValues(run: Run, sets: readonly FieldSet[]): { given: Values; set: Values } {
  const given: Record<string, Datum> = {}
  const set: Record<string, Datum> = {}
  for (const each of sets) {
    if (each.kind === 'set') set[each.field] = evaluate(each.value, around(run))
    else if (run.sent.has(each.input.join('.')))
      given[each.field] = run.names.get(`input.${each.input.join('.')}`) ?? null
  }
  return { given, set }
}

/** What a step hands to a transition. */
function handed(run: Run, sets: readonly FieldSet[]): Values {
  const { given, set } = fieldValues(run, sets)
  return { ...given, ...set }
}
