// Steps of a call → their writes and requirements in order, each with the state of its record. Steps whose effect is not
// known before the request blur the records that they may touch, so that a form never refuses because of an outdated
// value.

import * as build from '../../expression/build.ts'
import { allOf, isTrue, mapParts, notOf, substitute, TRUE, visit } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Call, FieldSet, Step, StepAction } from '../../model/calls.ts'
import type { Entity } from '../../model/entities.ts'
import { entityNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { everyStep } from '../../model/steps/every-step.ts'
import { isUnread, isWriting } from '../../model/steps/kinds-of-steps.ts'
import { foundByPath } from '../calls/created-records.ts'
import type { FormCheck, Reached } from './form-check.ts'
import {
  blurred,
  constantOf,
  foundState,
  type Loop,
  newState,
  type RecordState,
  type RowsState,
  without,
} from './record-states.ts'

/** A record by its name, or the value of `let`; null: not known. */
type Bound = { readonly key: number } | { readonly value: Expression } | null

type Create = Extract<StepAction, { kind: 'create' }>
type Change = Extract<StepAction, { kind: 'change' | 'set' }>
type ForEach = Extract<StepAction, { kind: 'for each' }>

export class StepWalk {
  private readonly model: Model
  private readonly call: Call
  private readonly found: FormCheck[] = []
  /** By key, in the order of their first mention. */
  private readonly states = new Map<number, RecordState>()
  private names = new Map<string, Bound>()
  private reached: Expression = TRUE
  private loop: Loop | null = null
  /** Records with later keys are those of the present iteration. */
  private loopFrom = 0
  /** The part of `reached` that differs between objects. */
  private reachedInLoop: Expression = TRUE
  private isOver = false

  constructor(model: Model, call: Call) {
    this.model = model
    this.call = call
  }

  checks(): FormCheck[] {
    this.walk(this.call.steps)
    return this.found
  }

  private walk(steps: readonly Step[]): void {
    for (const step of steps) {
      if (this.isOver) return
      if (isUnread(step)) this.isOver = true
      else this.take(step, step.when === null ? TRUE : this.settled(step.when))
    }
  }

  /** `when` null: it is not known whether the step runs. */
  private take(step: Step, when: Expression | null): void {
    const { action } = step
    switch (action.kind) {
      case 'find': {
        const isCertain = when !== null && isTrue(when) && this.loop === null
        const by = isCertain ? foundByPath(this.call, named(action), this.entity(action)) : null
        const path = by === null || by.by === null ? null : { parameter: by.from, by: by.by }
        this.bind(action.as, foundState(this.entity(action), path))
        return
      }
      case 'let': {
        const value = when !== null && isTrue(when) ? this.settled(action.value) : null
        this.names.set(action.name, this.recordOf(action.value) ?? (value === null ? null : { value }))
        return
      }
      case 'list':
      case 'check password':
        this.names.set(action.as, null)
        return
      case 'require':
        this.require(step, action.condition, when)
        return
      case 'create':
        this.create(action, when)
        return
      case 'change':
      case 'set':
        this.change(action, when)
        return
      case 'for each':
        this.repeat(action, when)
        return
      case 'block':
        this.block(action.steps, when)
        return
      case 'respond':
      case 'respond file':
      case 'respond document':
        this.respond(when)
        return
      case 'ask':
        for (const name of action.binds) this.names.set(name, null)
        return
      case 'send':
      case 'issue':
      case 'later':
        return
      case 'do':
      case 'delete':
      case 'add':
      case 'remove':
        this.blur()
        return
      default:
        // Rights of the caller change, or the step is of a kind that this file does not know.
        this.isOver = true
    }
  }

  private entity({ source }: Extract<StepAction, { kind: 'find' }>): Entity {
    return entityNamed(this.model, source.entity)
  }

  private bind(name: string, state: RecordState): number {
    const key = this.states.size
    this.states.set(key, state)
    this.names.set(name, { key })
    return key
  }

  /** The same record under another name. */
  private recordOf(value: Expression): Bound {
    const bound = value.kind === 'variable' ? this.names.get(value.name) : undefined
    return bound !== undefined && bound !== null && 'key' in bound ? bound : null
  }

  /** An expression with the values of names; null: it reads something that only the server knows. */
  private resolved(expression: Expression): Expression | null {
    let found = expression
    for (const [name, bound] of this.names)
      if (bound !== null && 'value' in bound) found = substitute(found, name, bound.value)
    found = this.withConstants(found)
    let isKnown = true
    visit(found, (part) => {
      if (part.kind === 'records' || part.kind === 'shape') isKnown = false
      if (part.kind === 'variable' && this.names.get(part.name) === null) isKnown = false
    })
    return isKnown ? found : null
  }

  /** Values of new records that the text states. */
  private withConstants(expression: Expression): Expression {
    if (expression.kind !== 'field') return mapParts(expression, (part) => this.withConstants(part))
    const bound = this.recordOf(expression.of)
    const state = bound !== null && 'key' in bound ? this.states.get(bound.key) : undefined
    return (state === undefined ? null : constantOf(state, expression.field)) ?? expression
  }

  /** The same if no later step can change its value; null otherwise. */
  private settled(expression: Expression): Expression | null {
    const found = this.resolved(expression)
    return found === null || this.readsRecord(found) ? null : found
  }

  private readsRecord(expression: Expression): boolean {
    let isReading = false
    visit(expression, (part) => {
      if (part.kind === 'variable' && this.recordOf(part) !== null) isReading = true
    })
    return isReading
  }

  private records(): Map<string, RecordState> {
    return new Map(
      [...this.names].flatMap(([name, bound]) => {
        const state = bound !== null && 'key' in bound ? this.states.get(bound.key) : undefined
        return state === undefined ? [] : [[name, state] as const]
      }),
    )
  }

  private here(when: Expression): Reached {
    return { reached: allOf([this.reached, when]), loop: this.loop, records: this.records() }
  }

  private require({ orFail }: Step, condition: Expression, when: Expression | null): void {
    const known = this.resolved(condition)
    if (orFail === null || known === null || when === null) return
    this.found.push({ kind: 'require', condition: known, code: orFail, ...this.here(when) })
  }

  private create(action: Create, when: Expression | null): void {
    const entity = entityNamed(this.model, action.entity)
    const made = this.written(newState(entity), action.sets)
    // A row from `nothing` may set fields of the new record, or do more.
    const begins = this.model.states.machines.filter((machine) => machine.entity === entity.name)
    const effects = begins.flatMap(({ creations }) => creations.flatMap((creation) => creation.effects))
    const changed = effects.flatMap((effect) =>
      effect.kind === 'set' || effect.kind === 'clear' ? [effect.field] : [],
    )
    const begun = without(made, changed)
    const isCertain = when !== null && isTrue(when)
    const later = this.afterwards(begun)
    this.hold(action, when === null ? null : { record: later, reached: allOf([this.reachedInLoop, when]) })
    if (when !== null)
      this.found.push({ kind: 'write', after: begun, before: null, sets: action.sets, ...this.here(when) })
    if (effects.some(({ kind }) => kind === 'do' || kind === 'record')) this.blur()
    if (action.as !== null) this.bind(action.as, isCertain ? later : foundState(entity, null))
  }

  /** Values that read other records may be outdated at a later step. */
  private afterwards(state: RecordState): RecordState {
    const isOutdated = (value: Expression | null): boolean =>
      value !== null && value.kind !== 'variable' && this.readsRecord(value)
    return {
      ...state,
      sets: new Map([...state.sets].map(([field, value]) => [field, isOutdated(value) ? null : value])),
    }
  }

  /** The new record is in lists of records that it refers to. Null: only perhaps, or of unknown values. */
  private hold({ entity, sets }: Create, made: Pick<RowsState, 'record' | 'reached'> | null): void {
    for (const set of sets) {
      const bound = set.kind === 'set' ? this.recordOf(set.value) : null
      const key = bound !== null && 'key' in bound ? bound.key : null
      for (const [at, state] of this.states)
        for (const { name, type } of state.entity.fields) {
          if (type.kind !== 'collection' || type.entity !== entity || type.via !== set.field) continue
          if (at !== key && state.isNew && this.isAnother(set)) continue
          const isFirst = state.isNew && !state.lists.has(name)
          const rows =
            at === key && made !== null && this.loop !== null && isFirst
              ? { loop: this.loop, ...made, isUpToRow: false }
              : null
          this.states.set(at, { ...state, lists: new Map([...state.lists, [name, rows]]) })
        }
    }
  }

  /** The field does not refer to any other record that the call has made. */
  private isAnother(set: FieldSet): boolean {
    if (set.kind === 'given') return true
    const bound = this.recordOf(set.value)
    if (bound === null || !('key' in bound)) return set.value.kind === 'variable' && set.value.name.startsWith('input.')
    return this.states.get(bound.key)?.isNew === true
  }

  private change(action: Change, when: Expression | null): void {
    const sets: readonly FieldSet[] =
      action.kind === 'set' ? [{ kind: 'set', field: action.field, value: action.to }] : action.sets
    const bound = this.names.get(action.record)
    const key = bound !== undefined && bound !== null && 'key' in bound ? bound.key : null
    const before = key === null ? undefined : this.states.get(key)
    const fields = sets.map(({ field }) => field)
    for (const [at, state] of this.states)
      if (at !== key && state.entity.name === action.entity && !(state.isNew && before?.isNew === true))
        this.states.set(at, without(state, fields))
    this.moved(action.entity, fields)
    if (key === null || before === undefined) return
    const after = this.written(before, sets)
    const isOfLoop = this.loop === null || key >= this.loopFrom
    if (when !== null && isOfLoop) this.found.push({ kind: 'write', after, before, sets, ...this.here(when) })
    this.states.set(key, isOfLoop && when !== null && isTrue(when) ? this.afterwards(after) : without(before, fields))
  }

  /** Another reference may put the record into another list, and rows of a list may have other values. */
  private moved(entity: string, fields: readonly string[]): void {
    for (const [at, state] of this.states) {
      const lists = state.entity.fields.flatMap(({ name, type }) =>
        type.kind === 'collection' &&
        type.entity === entity &&
        (state.lists.get(name) != null || (type.via !== null && fields.includes(type.via)))
          ? [name]
          : [],
      )
      if (lists.length > 0) this.states.set(at, without(state, lists))
    }
  }

  private written(state: RecordState, sets: readonly FieldSet[]): RecordState {
    const given = new Map(state.given)
    const values = new Map(state.sets)
    for (const set of sets) {
      given.delete(set.field)
      values.delete(set.field)
      if (set.kind === 'set') values.set(set.field, this.resolved(set.value))
      else if (set.isMap === true || set.of !== this.loop?.as) values.set(set.field, null)
      // A second change leaves the value of the first one unless the input is sent.
      else if (state.given.has(set.field) || state.sets.has(set.field)) values.set(set.field, null)
      else given.set(set.field, set.input.join('.'))
    }
    return { ...state, given, sets: values }
  }

  private repeat(action: ForEach, when: Expression | null): void {
    const inner = everyStep(action.steps)
    const list = listOf(action)
    const where = action.where === null ? TRUE : this.settled(action.where)
    if (this.loop !== null || list === null || when === null || where === null) {
      this.unknown(inner)
      return
    }
    this.blurChangedIn(inner)
    const { names, reached } = this
    const loop = { list, as: action.as }
    this.names = new Map([...names].filter(([name]) => name !== action.as))
    this.loop = loop
    this.loopFrom = this.states.size
    this.reachedInLoop = allOf([when, where])
    this.reached = allOf([reached, when, where])
    const at = this.found.length
    this.walk(action.steps)
    if (inner.some(({ action: each }) => each.kind.startsWith('respond'))) this.isOver = true
    Object.assign(this, { names, reached, loop: null, reachedInLoop: TRUE })
    this.found.splice(at, Infinity, ...this.found.slice(at).map((check) => upToRow(check, loop)))
  }

  /** A later iteration finds what an earlier one has changed. */
  private blurChangedIn(inner: readonly Step[]): void {
    for (const { action } of inner) {
      if (action.kind === 'change' || action.kind === 'set') this.blurFieldsOf(action)
      else if (['do', 'delete', 'add', 'remove'].includes(action.kind)) this.blur()
    }
  }

  private blurFieldsOf(action: Change): void {
    const fields = action.kind === 'set' ? [action.field] : action.sets.map(({ field }) => field)
    for (const [at, state] of this.states)
      if (state.entity.name === action.entity) this.states.set(at, without(state, fields))
    this.moved(action.entity, fields)
  }

  private block(steps: readonly Step[], when: Expression | null): void {
    if (when === null || !isTrue(when)) {
      this.unknown(everyStep(steps))
      return
    }
    const { names } = this
    this.names = new Map(names)
    this.walk(steps)
    this.names = names
  }

  /** These steps may run, or may not. */
  private unknown(steps: readonly Step[]): void {
    if (steps.some(({ action }) => isWriting(action))) this.blur()
    if (steps.some((step) => isUnread(step) || ['respond', 'sign in', 'sign out'].includes(step.action.kind)))
      this.isOver = true
    if (steps.some(({ action }) => action.kind.startsWith('respond') || action.kind.endsWith('role')))
      this.isOver = true
  }

  private respond(when: Expression | null): void {
    if (when === null || isTrue(when)) this.isOver = true
    else this.reached = allOf([this.reached, notOf(when)])
  }

  private blur(): void {
    for (const [key, state] of this.states) this.states.set(key, blurred(state))
  }
}

function named({ as, source }: Extract<StepAction, { kind: 'find' }>): Expression {
  return build.recordVariable(as, source.entity)
}

function listOf({ source }: ForEach): string | null {
  if (source.kind !== 'values' || source.list.kind !== 'variable') return null
  return source.list.name.startsWith('input.') ? source.list.name.slice('input.'.length) : null
}

/** Within its own loop, a list has the rows up to the present one. */
function upToRow(check: FormCheck, loop: Loop): FormCheck {
  const records = new Map([...check.records].map(([name, state]) => [name, withRowsSoFar(state, loop)]))
  return { ...check, records }
}

function withRowsSoFar(state: RecordState, loop: Loop): RecordState {
  const lists = [...state.lists].map(([field, rows]): [string, RowsState | null] => [
    field,
    rows?.loop === loop ? { ...rows, isUpToRow: true } : rows,
  ])
  return { ...state, lists: new Map(lists) }
}
