// One run of a stated call: the values that its steps have bound, and the evaluation of expressions over them. Values
// in memory are computed here; values behind a relation are read from the database.

import { compileExpression, type Evaluate } from '@ninefold/core/expression/evaluate/evaluate.ts'
import { jsonIn } from '@ninefold/core/expression/json-of.ts'
import type { Expression, ObjectValue, RecordValue, Value, ValueType } from '@ninefold/core/expression/expression.ts'
import { mapOfPairs } from '@ninefold/core/expression/evaluate/json-values.ts'
import { isAnswered } from '@ninefold/core/expression/value-types.ts'
import { needsDatabase } from '@ninefold/core/expression/needs-database.ts'
import { namesOfSkipped } from '@ninefold/core/model/steps/bound-names.ts'
import type { Call, FieldSet, Input, QueryParameter, StepAction } from '@ninefold/core/model/calls.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { entityNamed } from '@ninefold/core/model/find.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { planAnswer } from '@ninefold/core/plan/read/lists.ts'
import { planValues } from '@ninefold/core/plan/write/record-checks.ts'
import type { Executor } from '../../store/driver/database.ts'
import { storedValue } from '../../store/driver/stored-value.ts'
import { isRecord } from '../../store/driver/statement.ts'
import type { Application } from '../context/application.ts'
import { asProduct, type Caller, callerBindings } from '../context/caller.ts'
import type { ShownOn } from '../context/shown-answer.ts'
import type { ServiceCalls } from '../context/service-calls.ts'
import { invalidParametersIn, type Work } from '../context/work.ts'
import { planner } from '../context/planner.ts'
import { NO_PRECONDITION } from './precondition.ts'
import type { SentPlace } from './sent-places.ts'

const valueAtHand = planner('value', (_, expression: Expression) => compileExpression(expression))

const askedValue = planner('asked value', (viewer, expression: Expression) => planValues(viewer, [expression], null))

const answeredValue = planner('answered value', (viewer, expression: Expression) => planAnswer(viewer, expression))

type Given = Extract<FieldSet, { readonly kind: 'given' }>

/** Undefined: the value was not sent. */
function partOf(value: Value | undefined, path: readonly string[]): Value | undefined {
  let part = value
  for (const name of path) {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, name)) return undefined
    part = (part as ObjectValue)[name]
  }
  return part
}

export class CallRun {
  /** The place in the request of each object or value that `for each` has bound, by its name: `items[1]`. */
  readonly places: Record<string, SentPlace> = {}
  readonly inputs: readonly Input[]
  readonly application: Application
  caller: Caller
  readonly transaction: Executor
  readonly bindings: Record<string, Value>
  readonly queries: readonly QueryParameter[]
  /** The screen that shows the answer; null: a program made the request. */
  readonly shownOn: ShownOn | null
  readonly serviceCalls: ServiceCalls | null
  /** Dotted paths of the inputs that were sent. */
  readonly sent: ReadonlySet<string>
  /** Guests may make the call. */
  readonly isOpenToGuests: boolean
  /** Parameters of the path whose sent values are not of their types: `path.number`. */
  readonly invalidParameters: readonly string[]
  readonly inTransition: NonNullable<Work['inTransition']>
  /** Entities of the records that steps have bound, by name. */
  readonly subjects: Record<string, string> = {}

  expected = NO_PRECONDITION
  /** The first record that a step found and that has a version, by its name. */
  versioned: { readonly name: string; readonly entity: Entity; readonly record: RecordValue } | null = null

  /** A token if a step has signed a user in, null if one has signed out. */
  session: string | null | undefined = undefined

  constructor(
    work: Work,
    call: Pick<Call, 'queries'> & Partial<Pick<Call, 'who' | 'inputs'>>,
    inputs: Readonly<Record<string, Value>>,
  ) {
    this.application = work.application
    this.caller = work.caller
    this.transaction = work.transaction
    this.bindings = { ...work.bindings }
    this.invalidParameters = invalidParametersIn(this.bindings)
    this.queries = call.queries
    this.inputs = call.inputs ?? []
    const guests = work.application.model.roles.roles.filter(({ isGuest }) => isGuest)
    this.isOpenToGuests = guests.some(({ name }) => call.who?.includes(name) === true)
    this.shownOn = work.shown?.on ?? null
    this.serviceCalls = work.serviceCalls ?? null
    this.inTransition = work.inTransition ?? []
    this.sent = new Set(Object.keys(inputs))
    this.nameCaller()
  }

  /** Changes the caller for the steps that follow. */
  becomes(caller: Caller): void {
    this.caller = this.caller.isProduct === true ? asProduct(caller) : caller
    this.session = caller.token
    Object.assign(this.bindings, callerBindings(caller))
    this.nameCaller()
  }

  private nameCaller(): void {
    const signIn = signInOf(this.application.model.roles)
    if (signIn !== null && this.caller.me !== null) this.subjects['me'] = signIn.entity
    else delete this.subjects['me']
  }

  bind(name: string, entity: Entity, record: RecordValue): void {
    this.bindings[name] = record
    this.subjects[name] = entity.name
  }

  /** Binds a value to a name. A record can then be used by steps like one that they have found. */
  name(name: string, type: ValueType, value: Value): void {
    this.bindings[name] = value
    if (type.kind === 'record') this.subjects[name] = type.entity
    else delete this.subjects[name]
  }

  /** Binds the names of a step that `when` has skipped. */
  skip(action: StepAction): void {
    for (const [name, value] of namesOfSkipped(action)) {
      this.bindings[name] = value
      delete this.subjects[name]
    }
  }

  record(name: string): { readonly entity: Entity; readonly record: RecordValue } {
    const value = this.bindings[name]
    const entity = this.subjects[name]
    if (entity === undefined || value === undefined || !isRecord(value))
      throw new Error(`The step speaks of "${name}", which no step has bound.`)
    return { entity: entityNamed(this.application.model, entity), record: value }
  }

  /** Tells whether the input was in the request, or the value in the present object of the loop. */
  isSent({ input, of }: Given): boolean {
    return of === undefined ? this.sent.has(input.join('.')) : partOf(this.bindings[of], input) !== undefined
  }

  given({ input, of, isMap }: Given): Value {
    const value = of === undefined ? this.bindings[`input.${input.join('.')}`] : partOf(this.bindings[of], input)
    return isMap === true && Array.isArray(value) ? mapOfPairs(value as readonly Value[]) : (value ?? null)
  }

  /** Evaluates an expression over the bound values. An object gives the JSON that the caller may see. */
  async value(expression: Expression): Promise<Value> {
    const { application, caller } = this
    const kept = jsonIn(expression)
    if (kept !== null) return JSON.parse(await this.answeredJson(kept, caller)) as Value
    if (isAnswered(expression.type)) return this.answeredJson(expression, caller)
    if (this.isAtHand(expression)) return this.evaluated(application.planned(valueAtHand, caller, expression))
    const statement = application.planned(askedValue, caller, expression)
    const rows = await this.transaction.run(statement, this.bindings)
    return storedValue((rows[0]?.['value0'] ?? null) as Value, expression.type)
  }

  /** The value as an answer to the reader has it, as a text. */
  async answeredJson(value: Expression, reader: Caller): Promise<string> {
    const statement = this.application.planned(answeredValue, reader, value)
    return String((await this.transaction.run(statement, this.bindings))[0]?.['json'] ?? 'null')
  }

  async holds(condition: Expression): Promise<boolean> {
    return (await this.value(condition)) === true
  }

  private evaluated(evaluate: Evaluate): Value {
    return evaluate({
      variables: new Map(Object.entries(this.bindings)),
      roles: this.caller.roles,
      timeZone: this.application.timeZone,
    })
  }

  /** Only stored fields of loaded records are in memory; a missing record has none. */
  private isAtHand(expression: Expression): boolean {
    return !needsDatabase(expression, (variable, path) => {
      if (!(variable in this.bindings)) return false
      const value = this.bindings[variable]
      if (path.length === 0) return true
      const field = path[0]
      return (
        path.length === 1 &&
        field !== undefined &&
        value !== undefined &&
        isRecord(value) &&
        Object.hasOwn(value.fields, field)
      )
    })
  }
}
