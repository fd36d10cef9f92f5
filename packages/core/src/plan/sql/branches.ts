// The condition of a list → branches, each with a key: a column with one value. Records of one branch are adjacent in
// an index in the list's order; records of several branches are not. So a list reads a page from each branch and merges
// them.

import { mapParts, meaningKey, ofEverything, variablesIn, visit } from '../../expression/conditions.ts'
import type { Expression, ValueType } from '../../expression/expression.ts'
import type { Entity, Field } from '../../model/entities.ts'
import type { FieldKind } from '../../model/field-types.ts'
import { entityNamed, fieldNamed, isStored } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'

export interface Branch {
  readonly key: BranchKey
  /** All must hold. Over `this`. */
  readonly conditions: readonly Expression[]
}

export type BranchKey =
  /**
   * The field equals a value that is the same for every record: `owner == me`, `isOpen`. It stays among the conditions.
   */
  | { readonly kind: 'value'; readonly field: Field; readonly isReference: boolean }
  /**
   * The field is one of several values, which are looked up once: `team.members.exists(m, m == me)`. It needs no
   * further condition.
   */
  | { readonly kind: 'among'; readonly field: Field; readonly isReference: true; readonly found: Found }

export type Found =
  /** Items of a list that does not depend on `this`. */
  | { readonly kind: 'items'; readonly list: Expression }
  /** Records whose to-many field contains this record. */
  | { readonly kind: 'owners'; readonly over: Expression & { kind: 'field' }; readonly item: Expression }

/** More branches would cost more than they save. */
const BRANCHES_MAX = 6

/**
 * Tells whether one plan is good for all values. A comparison by order with a value (`dueAt < now`) may leave a few
 * records or nearly all of them, and each branch of a merged list has an index whatever the value.
 */
export function isPlannedOnce(conditions: readonly Expression[], branches: readonly Branch[] | null): boolean {
  return branches !== null || !conditions.some(comparesByOrder)
}

const BY_ORDER: readonly string[] = ['<', '<=', '>', '>=']

function comparesByOrder(condition: Expression): boolean {
  let isFound = false
  visit(condition, (part) => {
    if (part.kind !== 'binary' || !BY_ORDER.includes(part.operator)) return
    const sides = [part.left, part.right].map((side) => variablesIn(side))
    isFound ||= sides.some((side, place) => side.has('this') && (sides[1 - place]?.size ?? 0) > 0)
  })
  return isFound
}

/** Removes conditions that follow from others, because redundant conditions make PostgreSQL underestimate the rows. */
export function askedOnce(conditions: readonly Expression[]): Expression[] {
  const all = conditions.flatMap((condition) => partsOf(condition, '&&'))
  return all.filter((condition) => !all.some((other) => other !== condition && follows(condition, other)))
}

/**
 * The branches of a conjunction. Null: branches do not help, because one key covers all records, or no index serves
 * them.
 */
export function branchesOf(model: Model, entity: Entity, conditions: readonly Expression[]): Branch[] | null {
  const asked = askedOnce(conditions)
  const keys = asked.map((condition) => keyOf(model, entity, condition))
  if (keys.some((key) => key?.kind === 'value' && key.isReference)) return null
  for (const condition of asked) {
    const branches = branchesIn(model, entity, condition)
    if (branches === null || !branches.some(({ key }) => key.isReference)) continue
    const rest = asked.filter((other) => other !== condition)
    return branches.map(({ key, conditions: own }) => ({ key, conditions: [...own, ...rest] }))
  }
  return null
}

/** The branches of one condition, with any keys. Null: one alternative has no key. */
function branchesIn(model: Model, entity: Entity, condition: Expression): Branch[] | null {
  const found: Branch[] = []
  for (const alternative of partsOf(condition, '||')) {
    const own = branchesWithin(model, entity, alternative)
    if (own === null) return null
    found.push(...own)
  }
  return found.length > BRANCHES_MAX ? null : found
}

function branchesWithin(model: Model, entity: Entity, alternative: Expression): Branch[] | null {
  const parts = partsOf(alternative, '&&')
  const keys = parts.flatMap((part) => {
    const key = keyOf(model, entity, part)
    return key === null ? [] : [{ key, part }]
  })
  const best = keys.find(({ key }) => key.isReference) ?? keys[0]
  if (best !== undefined && (best.key.isReference || parts.length === 1)) {
    const { key, part } = best
    return [{ key, conditions: key.kind === 'value' ? parts : parts.filter((other) => other !== part) }]
  }
  for (const part of parts) {
    if (partsOf(part, '||').length < 2) continue
    const inner = branchesIn(model, entity, part)
    if (inner === null) continue
    const rest = parts.filter((other) => other !== part)
    return inner.map(({ key, conditions }) => ({ key, conditions: [...conditions, ...rest] }))
  }
  if (best === undefined) return null
  return [
    { key: best.key, conditions: best.key.kind === 'value' ? parts : parts.filter((other) => other !== best.part) },
  ]
}

/**
 * Tells whether it follows from the other condition, as far as it can be decided: the other one is one of its
 * alternatives.
 */
function follows(condition: Expression, other: Expression): boolean {
  const key = withoutReach(other)
  const alternatives = partsOf(condition, '||')
  return alternatives.length > 1 && alternatives.some((each) => !readsLists(each) && withoutReach(each) === key)
}

function readsLists(condition: Expression): boolean {
  return /"kind":"(?:comprehension|records|list)"/.test(meaningKey(condition))
}

/** For a condition without lists, its reach makes no difference. */
function withoutReach(condition: Expression): string {
  const plain = (part: Expression): Expression => {
    const { isOfEverything: _, ...rest } = mapParts(part, plain)
    return rest
  }
  return meaningKey(plain(condition))
}

function partsOf(condition: Expression, operator: '&&' | '||'): Expression[] {
  if (condition.kind !== 'binary' || condition.operator !== operator) return [condition]
  const reach = condition.isOfEverything === true ? ofEverything : (part: Expression): Expression => part
  return [condition.left, condition.right].flatMap((part) => partsOf(reach(part), operator))
}

/** Kinds whose columns are useful index keys. */
const KEYS: readonly FieldKind[] = ['reference', 'choice', 'state', 'yes/no', 'whole number', 'date', 'sequence']

function keyOf(model: Model, entity: Entity, condition: Expression): BranchKey | null {
  if (condition.kind === 'field') return ofValue(ownField(entity, condition))
  if (condition.kind === 'unary' && condition.operator === '!') return ofValue(ownField(entity, condition.operand))
  if (condition.kind === 'comprehension') return ofMembers(model, entity, condition)
  if (condition.kind !== 'binary') return null
  const { operator, left, right } = condition
  if (operator === 'in') return among(ownField(entity, left), condition, right)
  if (operator !== '==') return null
  const [one, other] = [ownField(entity, left), ownField(entity, right)]
  if (one !== null && isFixed(right)) return ofValue(one)
  return other !== null && isFixed(left) ? ofValue(other) : null
}

function ofValue(field: Field | null): BranchKey | null {
  return field === null ? null : { kind: 'value', field, isReference: field.type.kind === 'reference' }
}

function ownField(entity: Entity, expression: Expression): Field | null {
  if (expression.kind !== 'field' || expression.of.kind !== 'variable' || expression.of.name !== 'this') return null
  const field = fieldNamed(entity, expression.field)
  return isStored(field) && KEYS.includes(field.type.kind) ? field : null
}

/** The same for every record. An index is not searched for NULL. */
function isFixed(value: Expression): boolean {
  return !(value.kind === 'literal' && value.value === null) && !variablesIn(value).has('this')
}

function isOfRecords(type: ValueType): boolean {
  return type.kind === 'list' && type.of.kind === 'record'
}

function among(field: Field | null, { isOfEverything }: Expression, list: Expression): BranchKey | null {
  if (field?.type.kind !== 'reference' || !isOfRecords(list.type) || !isFixed(list)) return null
  return {
    kind: 'among',
    field,
    isReference: true,
    found: { kind: 'items', list: isOfEverything === true ? ofEverything(list) : list },
  }
}

/** `team.members.exists(m, m == me)` and `me.teams.exists(t, t == team)`. */
function ofMembers(model: Model, entity: Entity, condition: Expression & { kind: 'comprehension' }): BranchKey | null {
  const { operation, over, variable, body } = condition
  if (operation !== 'exists' || body.kind !== 'binary' || body.operator !== '==' || !isOfRecords(over.type)) return null
  const sides = [body.left, body.right]
  const other = sides.find((side) => !(side.kind === 'variable' && side.name === variable))
  if (other === undefined || !sides.some((side) => side.kind === 'variable' && side.name === variable)) return null
  if (isFixed(over)) return among(ownField(entity, other), condition, over)
  if (over.kind !== 'field' || !isFixed(other) || variablesIn(other).has(variable)) return null
  const field = ownField(entity, over.of)
  if (field?.type.kind !== 'reference') return null
  const reach = condition.isOfEverything === true ? ofEverything : (part: Expression): Expression => part
  const list = reach(over)
  if (list.kind !== 'field' || !isPaired(model, list)) return null
  return { kind: 'among', field, isReference: true, found: { kind: 'owners', over: list, item: reach(other) } }
}

/** Links are in a link table, or in records of their own. */
function isPaired(model: Model, { entity, field }: Expression & { kind: 'field' }): boolean {
  const { type } = fieldNamed(entityNamed(model, entity), field)
  if (type.kind !== 'collection') return false
  const back = type.via === null ? null : fieldNamed(entityNamed(model, type.entity), type.via)
  return back?.type.kind !== 'reference'
}

/** Columns that an index of the entity's own table can contain. */
export function isOwnField(value: Expression): boolean {
  if (value.kind === 'variable') return value.name === 'this'
  return value.kind === 'field' && value.of.kind === 'variable' && value.of.name === 'this'
}

/** The key of a condition that gives a column one value, the same for every record. */
export function valueKey(model: Model, entity: Entity, condition: Expression): BranchKey | null {
  const key = keyOf(model, entity, condition)
  return key?.kind === 'value' ? key : null
}
