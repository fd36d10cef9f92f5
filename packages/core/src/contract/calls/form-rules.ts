// Rules of point 5 → those that a form can check while a person types: rules over the record's own fields, the record
// before, the clock and the caller. Rules over other records are left to the server.

import { allOf, anyOf, isTrue, mapParts, notOf, substitute, visit } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import { simplify } from '../../expression/simplify.ts'
import type { Field } from '../../model/entities.ts'
import { isStored } from '../../model/find.ts'
import { type FieldKind, isOtherSide } from '../../model/field-types.ts'
import type { Model } from '../../model/model.ts'
import { firstState } from '../../model/paths.ts'
import type { Rule } from '../../model/validation.ts'
import type { FormRule } from '../wire/actions.ts'
import type { Operation } from './calls.ts'
import { type MadeRecord, recordWrittenBy } from './made-records.ts'
import type { ScreenScope } from '../screens/screen-scope.ts'

/** The reason why a form leaves rules over such a field to the server; null: it checks them. */
export const LEFT_TO_SERVER: Readonly<Record<FieldKind, string | null>> = {
  text: null,
  'long text': null,
  'formatted text': null,
  email: null,
  url: null,
  phone: null,
  country: null,
  language: null,
  'time zone': null,
  colour: null,
  password: 'no expression reads it',
  'whole number': null,
  decimal: null,
  percent: null,
  money: null,
  'yes/no': null,
  date: null,
  time: null,
  'date and time': null,
  duration: null,
  json: null,
  map: null,
  period: null,
  choice: null,
  choices: null,
  state: null,
  sequence: null,
  slug: null,
  'random code': null,
  rank: null,
  file: null,
  'secret text': null,
  reference: null,
  inverse: 'other records determine it',
  collection: null,
  identifier: null,
  version: null,
}

export function formRules({ model, caller }: Pick<ScreenScope, 'model' | 'caller'>, operation: Operation): FormRule[] {
  const made = recordWrittenBy(model, operation)
  if (made === null) return []
  return model.validation.rules.flatMap((rule) => {
    if (rule.entity !== made.entity.name || !applies(rule, made)) return []
    const kept =
      rule.condition === null ? rule.holds : anyOf([notOf(rule.condition), allOf([rule.condition, rule.holds])])
    const holds = simplify(withKnownFields(model, made, kept), { hasRole: (role) => caller.roles.has(role) })
    const message = messageOf(model, made, rule.otherwise)
    const read = fieldsRead(made, holds)
    if (isTrue(holds) || message === null || read === null || (made.isNew && read.old.size > 0)) return []
    const changed = rule.when.kind === 'field changes' ? rule.when.field : null
    const told = message.flatMap((part) => (typeof part === 'string' ? [] : part.field))
    const fields = [...read.now, ...read.old, ...told, ...(changed === null ? [] : [changed])]
    if (!fields.every((name) => isAtHand(operation, made, name))) return []
    return [
      {
        holds,
        fields: Object.fromEntries(fields.map((name) => [name, made.inputOf.get(name) ?? null])),
        emptyWhenLeftOut: made.isNew ? fields.filter((name) => isEmptyWhenLeftOut(made, name)) : [],
        whenChanged: changed,
        about: made.inputOf.get(aboutOf(model, rule)) ?? null,
        message,
      },
    ]
  })
}

function applies({ when }: Rule, { isNew, inputOf }: MadeRecord): boolean {
  switch (when.kind) {
    case 'always':
      return true
    case 'create':
      return isNew
    case 'change':
      return !isNew
    case 'field changes':
      return inputOf.has(when.field)
    default:
      return false
  }
}

/** Computed fields become their expressions. In a new record the first state, and constants that the call sets, are known. */
function withKnownFields(model: Model, made: MadeRecord, expression: Expression): Expression {
  const inside = (part: Expression): Expression => {
    if (part.kind !== 'field' || !isOwnRecord(part.of)) return mapParts(part, inside)
    const field = fieldIn(made, part.field)
    if (field === undefined) return part
    if (field.computed !== null) return inside(substitute(field.computed.expression, 'this', part.of))
    if (!made.isNew || made.inputOf.has(field.name)) return part
    if (field.type.kind === 'state') return firstState(model, made.entity.name, field) ?? part
    const set = made.sets.get(field.name)
    return set?.kind === 'literal' ? set : part
  }
  return inside(expression)
}

function isOwnRecord(part: Expression): part is Expression & { readonly kind: 'variable' } {
  return part.kind === 'variable' && (part.name === 'this' || part.name === 'old')
}

function fieldIn({ entity }: MadeRecord, name: string): Field | undefined {
  return entity.fields.find((field) => field.name === name)
}

interface FieldsRead {
  readonly now: ReadonlySet<string>
  readonly old: ReadonlySet<string>
}

const BOUND: ReadonlySet<string> = new Set(['this', 'old', 'now', 'today', 'me'])

/** Null: the expression reads something that a form does not have. */
function fieldsRead(made: MadeRecord, holds: Expression): FieldsRead | null {
  const read = { now: new Set<string>(), old: new Set<string>() }
  const items = new Set<string>()
  let isAtHand = true
  visit(holds, (part) => {
    switch (part.kind) {
      case 'comprehension':
        items.add(part.variable)
        break
      case 'variable':
        isAtHand &&= BOUND.has(part.name) || items.has(part.name)
        break
      case 'field':
        // Fields of the caller and of referenced records are on the server.
        if (!isOwnRecord(part.of) || !isEvaluated(fieldIn(made, part.field))) isAtHand = false
        else read[part.of.name === 'old' ? 'old' : 'now'].add(part.field)
        break
      case 'call':
        // A form sends the ids of files.
        isAtHand &&= part.arguments[0]?.type.kind !== 'file'
        break
      case 'records':
      case 'shape':
        isAtHand = false
        break
      default:
    }
  })
  return isAtHand ? read : null
}

function isEvaluated(field: Field | undefined): boolean {
  if (field === undefined || field.isHidden || LEFT_TO_SERVER[field.type.kind] !== null) return false
  // Values of custom fields are inputs of their own.
  if (field.type.kind === 'json' && field.type.definedBy !== undefined) return false
  return field.type.kind === 'collection' ? !isOtherSide(field.type) : isStored(field)
}

/** A form for a new record has only its own inputs; for an existing record, the form's data has the other fields. */
function isAtHand(operation: Operation, made: MadeRecord, name: string): boolean {
  const input = made.inputOf.get(name)
  if (input === undefined) return !made.isNew
  const like = operation.kind === 'stated' && operation.call.inputs.find(({ path }) => path.join('.') === input)?.like
  // Another value than its id names the record.
  return !like || like.kind !== 'record by' || like.by === 'id'
}

function isEmptyWhenLeftOut(made: MadeRecord, name: string): boolean {
  const field = fieldIn(made, name)
  return field !== undefined && made.inputOf.has(name) && !field.isRequired && field.default === null
}

/** Kinds that people read as they are stored. */
const AS_STORED: ReadonlySet<FieldKind> = new Set(['text', 'long text', 'email', 'url', 'phone', 'whole number'])

/** Null: it has values that only the server writes. */
function messageOf(model: Model, made: MadeRecord, code: string): FormRule['message'] | null {
  const parts = model.errors.catalogue.find((entry) => entry.code === code)?.message.parts ?? []
  const message = parts.map((part) => {
    if (part.kind !== 'path') return part.text
    const [name = '', ...rest] = part.path
    const field = fieldIn(made, name)
    const isPlain = rest.length === 0 && part.forms === undefined && isEvaluated(field)
    return isPlain && field !== undefined && AS_STORED.has(field.type.kind) ? { field: name } : null
  })
  return message.length === 0 || message.includes(null) ? null : message.flatMap((part) => part ?? [])
}

function aboutOf(model: Model, { otherwise }: Rule): string {
  return model.errors.catalogue.find(({ code }) => code === otherwise)?.about ?? ''
}
