// Rules of point 5, and conditions of point 6 on creations → which records can be chosen for a field, as far as what a form
// knows decides it. Nothing is left out that would be accepted: a rule that needs a value which is not known yet says nothing.
// Those who may give the field find out by trying what is refused; a missing option tells them no more than that.

import * as build from '../../expression/build.ts'
import {
  allOf,
  anyOf,
  conjuncts,
  isTrue,
  mapParts,
  notOf,
  ofEverything,
  substitute,
} from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import { simplify } from '../../expression/simplify.ts'
import type { Entity, Field } from '../../model/entities.ts'
import type { FieldKind } from '../../model/field-types.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { fieldValueType, firstState } from '../../model/paths.ts'
import type { Rule } from '../../model/validation.ts'
import { type CallerRoles, grantsOf, isForbidden, isReached } from '../../rights/roles.ts'

/** A field with a picker of records, and the other fields whose values are known by then. */
export interface Choosing {
  readonly entity: string
  readonly field: string
  readonly moment: 'create' | 'change'
  /** Fields whose values are bound, each as `givenVariable`. */
  readonly given: readonly string[]
}

/** The record that is changed is bound as this. */
export const CHANGED = 'changed record'

export function givenVariable(field: string): string {
  return `given.${field}`
}

/** Kinds whose values are sent as one text. */
const GIVEN_KINDS: ReadonlySet<FieldKind> = new Set([
  'reference',
  'text',
  'email',
  'phone',
  'url',
  'country',
  'language',
  'whole number',
  'yes/no',
  'date',
  'choice',
])

export function canBeGiven({ type, isHidden }: Field): boolean {
  return !isHidden && GIVEN_KINDS.has(type.kind)
}

/** Over `this`, a record of the entity that the field leads to: would it be accepted? TRUE: nothing is known against any. */
export function allowedOption(model: Model, caller: CallerRoles, choosing: Choosing): Expression {
  const entity = entityNamed(model, choosing.entity)
  const field = fieldNamed(entity, choosing.field)
  const parts = [
    ...model.validation.rules.flatMap((rule) => partsOfRule(caller, rule, choosing, field)),
    ...creationParts(model, caller, choosing),
  ]
  const known = allOf(parts.flatMap((part) => overOption({ model, entity, field, choosing }, part) ?? []))
  if (isTrue(known) || choosing.moment === 'create') return ofEverything(known)
  // Of a record that they may not change they would be told nothing by trying.
  const record = build.recordVariable(CHANGED, entity.name)
  const grants = grantsOf(model, caller, entity.name, 'change').filter(({ permission }) =>
    permission.fields.includes(field.name),
  )
  const mayChange = anyOf(grants.map(({ condition }) => substitute(condition, 'this', record)))
  return ofEverything(anyOf([notOf(mayChange), known]))
}

/** Could they find out by trying what is refused? */
export function mayTry(model: Model, caller: CallerRoles, { entity, field, moment, given }: Choosing): boolean {
  return [field, ...given].every((name) => isReached(model, caller, entity, moment, name))
}

/** Conditions over the record that a rule asks for; of a list, over one that it holds, called `this` of its entity. */
function partsOfRule(caller: CallerRoles, rule: Rule, choosing: Choosing, field: Field): Expression[] {
  if (rule.entity !== choosing.entity || !speaks(rule, choosing)) return []
  const known = (condition: Expression): Expression =>
    simplify(condition, { hasRole: (role) => caller.roles.has(role) })
  const applies = rule.condition === null ? [] : [notOf(known(rule.condition))]
  return conjuncts(known(rule.holds)).flatMap((part) => {
    const ofEach = field.type.kind === 'collection' ? ofEachItem(part, field) : part
    return ofEach === null ? [] : [anyOf([...applies, ofEach])]
  })
}

/** For the choice alone: a rule about the change of another field has been asked when that was changed. */
function speaks({ when }: Rule, { field, moment, given }: Choosing): boolean {
  switch (when.kind) {
    case 'always':
      return true
    case 'create':
    case 'change':
      return when.kind === moment
    case 'field changes':
      return when.field === field || (moment === 'create' && given.includes(when.field))
    default:
      return false
  }
}

/** Name of one item of the chosen list, while its condition is put together. */
const ITEM = 'chosen item'

/** `contacts.all(c, c.company == company)` → what it asks of each contact. Null: it asks something of the list. */
function ofEachItem(part: Expression, field: Field): Expression | null {
  const isNegated = part.kind === 'unary' && part.operator === '!'
  const asked = isNegated ? part.operand : part
  if (asked.kind !== 'comprehension' || asked.operation !== (isNegated ? 'exists' : 'all')) return null
  if (!isOwn(asked.over, field.name) || field.type.kind !== 'collection') return null
  const body = substitute(asked.body, asked.variable, build.recordVariable(ITEM, field.type.entity))
  return isNegated ? notOf(body) : body
}

/** A record is made under the condition of one row of point 6. */
function creationParts(model: Model, caller: CallerRoles, { entity, field, moment }: Choosing): Expression[] {
  if (moment !== 'create' || isForbidden(model, entity, 'create', field)) return []
  const grants = grantsOf(model, caller, entity, 'create').filter(({ permission }) => permission.fields.includes(field))
  return grants.length === 0 ? [] : [anyOf(grants.map(({ condition }) => condition))]
}

interface Form {
  readonly model: Model
  readonly entity: Entity
  readonly field: Field
  readonly choosing: Choosing
}

/** The condition over the option as `this`; null: it does not ask for the option, or for something that is not known. */
function overOption(form: Form, condition: Expression): Expression | null {
  let isKnown = true
  let asksOption = false
  const unknown = (part: Expression): Expression => {
    isKnown = false
    return part
  }
  const option = (): Expression => {
    asksOption = true
    const { type } = form.field
    return build.recordVariable('this', 'entity' in type ? type.entity : '')
  }
  const inside = (part: Expression): Expression => {
    if (part.kind === 'variable') {
      if (part.name === ITEM) return option()
      if (part.name !== 'this' && part.name !== 'old') return part
      return changedRecord(form) ?? unknown(part)
    }
    if (part.kind !== 'field' || part.of.kind !== 'variable' || part.of.name !== 'this') return mapParts(part, inside)
    if (part.field === form.field.name) return form.field.type.kind === 'reference' ? option() : unknown(part)
    const value = valueOf(form, part)
    return value === null ? unknown(part) : value === part ? part : inside(value)
  }
  const found = inside(condition)
  return isKnown && asksOption ? found : null
}

function changedRecord({ entity, choosing }: Form): Expression | null {
  return choosing.moment === 'change' ? build.recordVariable(CHANGED, entity.name) : null
}

/** Another field of the record, as something that is known; null: it is not. */
function valueOf(form: Form, part: Extract<Expression, { kind: 'field' }>): Expression | null {
  const { model, entity, choosing } = form
  const field = fieldNamed(entity, part.field)
  if (choosing.given.includes(field.name))
    return build.variable(givenVariable(field.name), fieldValueType(model, entity.name, field))
  if (field.computed !== null) return field.computed.expression
  const changed = changedRecord(form)
  if (changed !== null) return { ...part, of: changed }
  if (field.type.kind === 'state') return firstState(model, entity.name, field)
  return field.default
}

function isOwn(part: Expression, field: string): boolean {
  return part.kind === 'field' && part.field === field && part.of.kind === 'variable' && part.of.name === 'this'
}
