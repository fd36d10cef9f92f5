// Rules of point 5 and requirements of steps → those that a form can check before it is sent: over the records that its
// call makes and changes, the record before, the clock and the caller. Rules over other records are left to the server.

import { allOf, anyOf, isTrue, notOf, substitute, variablesIn, visit } from '../../expression/conditions.ts'
import * as build from '../../expression/build.ts'
import type { BinaryOperator, Expression } from '../../expression/expression.ts'
import { simplify } from '../../expression/simplify.ts'
import type { Entity } from '../../model/entities.ts'
import { fieldNamed } from '../../model/find.ts'
import type { FieldKind } from '../../model/field-types.ts'
import type { Model } from '../../model/model.ts'
import type { Rule } from '../../model/validation.ts'
import type { FormRule } from './form-rule.ts'
import type { Operation } from '../calls/calls.ts'
import type { ScreenScope } from '../screens/screen-scope.ts'
import { formChecks } from './form-checks.ts'
import type { FormCheck, FormRequirement, FormWrite } from './form-check.ts'
import { knownExpression, KnownRecord, type Knowing, type Origins } from './known-fields.ts'
import type { RecordOfPath, RecordState } from './record-states.ts'

export function formRules({ model, caller }: Pick<ScreenScope, 'model' | 'caller'>, operation: Operation): FormRule[] {
  const knowing: Knowing = {
    model,
    operation,
    hasRole: (role) => caller.roles.has(role),
    as: null,
    readsInputs: false,
  }
  const checks = formChecks(model, operation)
  const told = firstOfPath(checks)
  return checks.flatMap((check) => {
    if (check.kind === 'require') return requirement(knowing, check)
    // A form has the values of one present record.
    const isTold = check.before?.path == null || check.before.path.parameter === told?.path?.parameter
    return isTold ? rulesOfWrite(knowing, check) : []
  })
}

/** The record of the path whose values the rules of a form need; null: they need none. */
export interface RecordOfRules extends RecordOfPath {
  readonly entity: Entity
  readonly fields: readonly string[]
}

export function recordOfRules(
  scope: Pick<ScreenScope, 'model' | 'caller'>,
  operation: Operation,
): RecordOfRules | null {
  const told = firstOfPath(formChecks(scope.model, operation))
  if (told?.path == null) return null
  const fields = new Set(
    formRules(scope, operation).flatMap(({ isNew, old, fields: read }) =>
      isNew || old !== undefined ? [] : Object.keys(read),
    ),
  )
  return fields.size === 0 ? null : { ...told.path, entity: told.entity, fields: [...fields] }
}

function firstOfPath(checks: readonly FormCheck[]): RecordState | undefined {
  return checks.flatMap((check) => (check.kind === 'write' && check.before?.path != null ? [check.before] : []))[0]
}

/** Records and conditions around one check. */
interface Surroundings {
  readonly knowing: Knowing
  readonly reached: Expression
  /** For expressions of the steps. */
  readonly around: Origins
}

function surroundingsOf(
  knowing: Knowing,
  { reached, loop, records }: FormWrite | FormRequirement,
): Surroundings | null {
  const inRow = { ...knowing, as: loop?.as ?? null }
  const around = new Map([...records].map(([name, state]) => [name, recordOf(inRow, state)]))
  const known = knownExpression({ ...inRow, readsInputs: true }, simple(inRow, reached), new Map())
  return known === null ? null : { knowing: inRow, reached: known, around }
}

/** A record that an earlier step has made or found, without the steps' own names. */
function recordOf(knowing: Knowing, state: RecordState): KnownRecord {
  return new KnownRecord({ ...knowing, as: null }, state, new Map())
}

function simple({ hasRole }: Knowing, expression: Expression): Expression {
  return simplify(expression, { hasRole })
}

function rulesOfWrite(knowing: Knowing, write: FormWrite): FormRule[] {
  const { after, before, loop } = write
  const rules = knowing.model.validation.rules.filter((rule) => applies(rule, write))
  const found = rules.flatMap((rule) => ruleOf(knowing, write, rule) ?? [])
  return before === null && loop !== null ? [...found, ...distinctRows(knowing, write, after.entity)] : found
}

function applies({ entity, when, condition, holds }: Rule, { after, before, sets }: FormWrite): boolean {
  if (entity !== after.entity.name) return false
  const readsOld = [condition, holds].some((part) => part !== null && variablesIn(part).has('old'))
  if (before === null && readsOld) return false
  switch (when.kind) {
    case 'always':
      return true
    case 'create':
      return before === null
    case 'change':
      return before !== null
    case 'field changes':
      return before === null || sets.length === 0 || sets.some(({ field }) => field === when.field)
    default:
      return false
  }
}

/** Null: the form does not know enough. */
function ruleOf(knowing: Knowing, write: FormWrite, rule: Rule): FormRule | null {
  const surroundings = surroundingsOf(knowing, write)
  if (surroundings === null) return null
  const { condition } = rule
  const kept = condition === null ? rule.holds : anyOf([notOf(condition), allOf([condition, rule.holds])])
  const records = recordsOfWrite(surroundings, write)
  const known = knownExpression(surroundings.knowing, simple(knowing, kept), new Map(Object.entries(records)))
  const holds = known === null ? null : simple(knowing, known)
  const message = messageOf(knowing.model, records.this, rule.otherwise)
  const changed = rule.when.kind === 'field changes' ? rule.when.field : null
  if (holds === null || isTrue(holds) || message === null) return null
  if (
    changed !== null &&
    ![records.this, ...(records.old === undefined ? [] : [records.old])].every((each) => each.needs(changed))
  )
    return null
  const shape = records.this.shape()
  const isTold = write.before !== null && !write.before.isNew
  const toldFields = Object.keys(records.old?.shape().fields ?? {}).map((name) => [name, null] as const)
  return {
    ...shape,
    ...(isTold ? { fields: { ...Object.fromEntries(toldFields), ...shape.fields } } : {}),
    code: rule.otherwise,
    holds,
    isNew: write.before === null,
    ...(write.loop === null && mayComeTrue(holds, shape) ? { isForWhole: true as const } : {}),
    ...reachedOf(surroundings),
    ...rowOf(write),
    ...(write.before?.isNew === true && records.old !== undefined ? { old: records.old.shape() } : {}),
    whenChanged: changed,
    about: records.this.inputOf(aboutOf(knowing.model, rule.otherwise)),
    message,
  }
}

interface RecordsOfWrite {
  readonly this: KnownRecord
  readonly old?: KnownRecord
}

/** Expressions that set fields of a changed record read it as it was before. */
function recordsOfWrite({ knowing, around }: Surroundings, { after, before }: FormWrite): RecordsOfWrite {
  if (before === null) return { this: new KnownRecord(knowing, after, around) }
  const old = recordOf(knowing, before)
  const named = [...around].find(([, record]) => record !== 'value' && record.state === before)?.[0]
  const sets = new Map(
    [...after.sets].map(([field, value]) => [
      field,
      value === null || named === undefined ? value : asOld(value, named, before),
    ]),
  )
  return { this: new KnownRecord(knowing, { ...after, sets }, new Map([...around, ['old', old]])), old }
}

function asOld(value: Expression, name: string, { entity }: RecordState): Expression {
  return substitute(value, name, build.recordVariable('old', entity.name))
}

function reachedOf({ reached }: Surroundings): Pick<FormRule, 'reached'> {
  return isTrue(reached) ? {} : { reached }
}

function rowOf({ loop }: FormWrite | FormRequirement): Pick<FormRule, 'row'> {
  return loop === null ? {} : { row: { input: loop.list, as: loop.as } }
}

/** Unique fields whose other parts are equal in all rows: another row with the same values is refused. */
function distinctRows(knowing: Knowing, write: FormWrite, entity: Entity): FormRule[] {
  const surroundings = surroundingsOf(knowing, write)
  if (surroundings === null) return []
  const alone = entity.fields.flatMap(({ name, unique, type }) =>
    unique === null || type.kind === 'slug' || type.kind === 'identifier'
      ? []
      : [{ names: [name, ...unique.within], isIgnoringCase: unique.ignoringCase, code: 'taken', isTogether: false }],
  )
  const together = entity.uniqueTogether.flatMap(({ fields, countingOnly, otherwise }) =>
    countingOnly === null
      ? [{ names: fields, isIgnoringCase: false, code: otherwise ?? 'taken', isTogether: true }]
      : [],
  )
  return [...alone, ...together].flatMap(({ names, isIgnoringCase, code, isTogether }): FormRule[] => {
    const record = new KnownRecord(surroundings.knowing, write.after, surroundings.around)
    // A record that all rows refer to needs no comparison.
    const own = names.filter((name) => record.to(name) === null)
    const message = code === 'taken' ? [] : messageOf(knowing.model, record, code)
    const entered = isTogether ? names.filter((name) => record.inputOf(name) !== null) : []
    const sent = entered.find((name) => fieldNamed(entity, name).type.kind !== 'reference') ?? entered[0]
    const about = record.inputOf(code === 'taken' ? (sent ?? names[0] ?? '') : aboutOf(knowing.model, code))
    if (message === null || own.length === 0 || !own.every((name) => record.needs(name))) return []
    return [
      {
        ...record.shape(),
        code,
        holds: build.nothing(),
        isNew: true,
        ...reachedOf(surroundings),
        ...rowOf(write),
        whenChanged: null,
        about,
        message,
        distinct: { fields: own, isIgnoringCase },
      },
    ]
  })
}

/** `require … or fail CODE` over inputs and records of earlier steps. */
function requirement(knowing: Knowing, check: FormRequirement): FormRule[] {
  const surroundings = surroundingsOf(knowing, check)
  const parts = knowing.model.errors.catalogue.find(({ code }) => code === check.code)?.message.parts ?? []
  const words = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []))
  // Conditions of a step see what its caller sees, which a form cannot know of records.
  const holds =
    surroundings === null
      ? null
      : knownExpression({ ...surroundings.knowing, readsInputs: true }, simple(knowing, check.condition), new Map())
  if (surroundings === null || holds === null || isTrue(holds)) return []
  if (words.length === 0 || words.length < parts.length) return []
  const input = inputNamed(knowing.operation, aboutOf(knowing.model, check.code), check)
  return [
    {
      fields: {},
      otherwise: {},
      sets: {},
      code: check.code,
      holds,
      isNew: true,
      ...(check.loop === null && mayComeTrue(holds, NO_FIELDS) ? { isForWhole: true as const } : {}),
      ...reachedOf(surroundings),
      ...rowOf(check),
      whenChanged: null,
      about: input,
      message: words,
    },
  ]
}

type Shape = Pick<FormRule, 'sets' | 'lists'>

const NO_FIELDS: Shape = { sets: {} }

/** Another row can satisfy the rule: `lines.size() >= 1`, `lines.exists(…)`. */
function mayComeTrue(holds: Expression, shape: Shape): boolean {
  let isGrowing = false
  visit(holds, (part) => {
    if (part.kind === 'comprehension') isGrowing ||= part.operation.startsWith('exists') && readsRows(part.over, shape)
    if (part.kind !== 'binary') return
    isGrowing ||= (GREATER[part.operator] ?? []).some((side) => readsRows(part[side], shape))
  })
  return isGrowing
}

/** The sides that make a comparison true as they grow. */
const GREATER: Partial<Record<BinaryOperator, readonly ('left' | 'right')[]>> = {
  '>': ['left'],
  '>=': ['left'],
  '<': ['right'],
  '<=': ['right'],
  '==': ['left', 'right'],
  '!=': ['left', 'right'],
}

function readsRows(expression: Expression, shape: Shape): boolean {
  let isReading = false
  visit(expression, (part) => {
    if (part.kind !== 'field' && part.kind !== 'variable') return
    if (part.type.kind === 'list' && part.type.of.kind === 'group') isReading = true
    if (part.kind !== 'field') return
    if (shape.lists?.[part.field] !== undefined) isReading = true
    const set = shape.sets[part.field]
    // The rows are in lists of the record before.
    if (set !== undefined) isReading ||= readsLists(set)
  })
  return isReading
}

function readsLists(expression: Expression): boolean {
  let isReading = false
  visit(expression, ({ type }) => {
    if (type.kind === 'list' && (type.of.kind === 'record' || type.of.kind === 'group')) isReading = true
  })
  return isReading
}

/** The input of this name; null: there is none. */
function inputNamed(operation: Operation, about: string, { loop }: FormRequirement): string | null {
  if (operation.kind !== 'stated') return null
  const { inputs } = operation.call
  const list = loop === null ? undefined : inputs.find(({ path }) => path.join('.') === loop.list)?.like
  const own = loop === null ? inputs : list?.kind === 'objects' ? list.inputs : []
  return own.find(({ path }) => path.join('.') === about || path.at(-1) === about)?.path.join('.') ?? null
}

/** Kinds that people read as they are stored. */
const AS_STORED: ReadonlySet<FieldKind> = new Set(['text', 'long text', 'email', 'url', 'phone', 'whole number'])

/** Null: it has values that only the server writes. */
function messageOf(model: Model, record: KnownRecord, code: string): FormRule['message'] | null {
  const parts = model.errors.catalogue.find((entry) => entry.code === code)?.message.parts ?? []
  const message = parts.map((part) => {
    if (part.kind !== 'path') return part.text
    const [name = '', ...rest] = part.path
    const kind = record.fieldNamed(name)?.type.kind
    const isPlain = rest.length === 0 && part.forms === undefined && kind !== undefined && AS_STORED.has(kind)
    return isPlain && record.needs(name) ? { field: name } : null
  })
  return message.length === 0 || message.includes(null) ? null : message.flatMap((part) => part ?? [])
}

function aboutOf(model: Model, code: string): string {
  return model.errors.catalogue.find((entry) => entry.code === code)?.about ?? ''
}
