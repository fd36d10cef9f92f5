// A creation, change or transition → facts about the resulting record that are known beforehand. Known conditions are
// not checked again, and empty references are not looked up, because PostgreSQL prepares each subquery at every
// execution.

import * as build from '../../expression/build.ts'
import { conjuncts, mapParts, meaningKey, TRUE, visit } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import { literalLike, simplify } from '../../expression/simplify.ts'
import type { Entity, Field } from '../../model/entities.ts'
import { MADE_BY_PRODUCT } from '../../model/field-types.ts'
import { entityNamed, fieldNamed, isStored, machineOf } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { fieldOf, isNeverEmpty } from '../../model/paths.ts'
import { writtenFields } from '../../model/transitions.ts'
import { readsRowsOf } from './record-checks.ts'
import { givenVariable } from './record-writes.ts'
import type { TransitionCase } from './states.ts'

/**
 * Simplifies an expression over `this`, the resulting record, by known facts; for a statement that runs as the tables'
 * owner and so sees everything.
 */
export type Knowing = (expression: Expression) => Expression

/**
 * Given references are represented by their bindings. `met`: conditions over `this` without which the statement fails.
 */
export function knownOfCreation(
  model: Model,
  entity: Entity,
  given: readonly string[],
  met: readonly Expression[] = [],
): Knowing {
  return knowing(new Map(valuesAtCreation(model, entity, given)), met)
}

/** For a set of records: given values differ, so they are read from the rows. */
export function knownOfCreations(model: Model, entity: Entity, given: readonly string[]): Knowing {
  return knowing(new Map(valuesAtCreation(model, entity, given).filter(([name]) => !given.includes(name))), [])
}

function valuesAtCreation(
  model: Model,
  entity: Entity,
  given: readonly string[],
): readonly (readonly [string, Expression])[] {
  return entity.fields.flatMap((field): (readonly [string, Expression])[] => {
    const value = valueAtCreation(model, entity, field, given.includes(field.name))
    return value === null ? [] : [[field.name, value]]
  })
}

function valueAtCreation(model: Model, entity: Entity, field: Field, isGiven: boolean): Expression | null {
  if (isGiven) return givenValue(model, entity, field)
  const { type } = field
  const read = fieldOf(model, build.recordVariable('this', entity.name), entity.name, field)
  const initial = type.kind === 'state' ? machineOf(model, entity.name, field.name)?.initial : undefined
  if (initial !== undefined) return literalLike(read, initial)
  if (field.isBuiltIn || !isStored(field) || MADE_BY_PRODUCT.includes(type.kind)) return null
  if (field.default !== null) return isPlain(field.default) ? field.default : null
  return field.isRequired || isNeverEmpty(type) ? null : literalLike(read, null)
}

/** Null: the row has the value itself, and it is not a reference. */
function givenValue(model: Model, entity: Entity, field: Field): Expression | null {
  if (field.type.kind !== 'reference') return null
  return bound(fieldOf(model, build.recordVariable('this', entity.name), entity.name, field), givenVariable(field.name))
}

/** `met`: conditions over `this` of the statement, including those of the transition. */
export function knownOfTransition(
  model: Model,
  entity: Entity,
  { machine, transition }: TransitionCase,
  met: readonly Expression[],
): Knowing {
  const { to, effects } = transition
  const state = fieldOf(
    model,
    build.recordVariable('this', entity.name),
    entity.name,
    fieldNamed(entity, machine.field),
  )
  const values = new Map<string, Expression>(to === null ? [] : [[machine.field, literalLike(state, to)]])
  for (const effect of effects) {
    if (effect.kind !== 'set' && effect.kind !== 'clear') continue
    const read = fieldOf(
      model,
      build.recordVariable('this', entity.name),
      entity.name,
      fieldNamed(entity, effect.field),
    )
    if (effect.kind === 'clear') values.set(effect.field, literalLike(read, null))
    else if (isPlain(effect.to)) values.set(effect.field, effect.to)
    // The last of several assignments counts.
    else values.delete(effect.field)
  }
  const changed = [machine.field, ...writtenFields(transition)]
  return knowing(
    values,
    met.flatMap(conjuncts).filter((condition) => isUntouched(model, entity, changed, condition)),
  )
}

/** `met`: conditions over the old `this`, without which the statement changes nothing. */
export function knownOfChange(
  model: Model,
  entity: Entity,
  given: readonly string[],
  met: readonly Expression[],
): Knowing {
  const references = given.flatMap((name): (readonly [string, Expression])[] => {
    const value = givenValue(model, entity, fieldNamed(entity, name))
    return value === null ? [] : [[name, value]]
  })
  return knowing(
    new Map(references),
    met.flatMap(conjuncts).filter((condition) => isUntouched(model, entity, given, condition)),
  )
}

/** Tells whether a condition over `this` is unaffected by changes of these fields. */
export function isUntouched(model: Model, entity: Entity, changed: readonly string[], condition: Expression): boolean {
  if (readsRowsOf(model, condition, entity.name)) return false
  return readsOnly(model, condition, entity, (name) => staysAsItIs(entity, changed, name))
}

/** Rewrites an expression over `this` and `old`, so that unchanged fields are read from `this`. */
export function beforeAsAfter(entity: Entity, changed: readonly string[]): (expression: Expression) => Expression {
  const replaced = (part: Expression): Expression =>
    part.kind === 'field' && isVariable(part.of, 'old') && staysAsItIs(entity, changed, part.field)
      ? { ...part, of: build.recordVariable('this', entity.name) }
      : mapParts(part, replaced)
  return replaced
}

function staysAsItIs(entity: Entity, changed: readonly string[], name: string): boolean {
  const field = fieldNamed(entity, name)
  return isStored(field) && !field.isBuiltIn && field.type.kind !== 'slug' && !changed.includes(name)
}

/** Uses only known conditions, and no values of fields. */
export function knownToHold(held: readonly Expression[]): Knowing {
  return knowing(new Map(), held)
}

function knowing(values: ReadonlyMap<string, Expression>, held: readonly Expression[]): Knowing {
  const withValues = (expression: Expression): Expression => {
    const value =
      expression.kind === 'field' && isVariable(expression.of, 'this') ? values.get(expression.field) : undefined
    return value ?? mapParts(expression, withValues)
  }
  const plain = (expression: Expression): Expression => simplify(withValues(ofAll(expression)))
  const certain = new Set(held.flatMap((condition) => conjuncts(plain(condition))).map(meaningKey))
  const withTruths = (expression: Expression): Expression =>
    certain.has(meaningKey(expression)) ? TRUE : mapParts(expression, withTruths)
  return (expression) => simplify(withTruths(plain(expression)))
}

/** The owner of the tables sees everything, so rights are constantly true. */
function ofAll(expression: Expression): Expression {
  const { isOfEverything: _, ...plain } = mapParts(expression, ofAll)
  return plain
}

/** Tells whether the condition depends only on unchanged fields of the record and on other records. */
function readsOnly(
  model: Model,
  condition: Expression,
  entity: Entity,
  staysAsItIs: (field: string) => boolean,
): boolean {
  let isSo = true
  visit(condition, (part) => {
    if (isVariable(part, 'old') || part.kind === 'shape') isSo = false
    if (part.kind !== 'field') return
    const field = fieldNamed(entityNamed(model, part.entity), part.field)
    if (part.entity !== entity.name) isSo &&= field.computed === null
    else isSo &&= isVariable(part.of, 'this') && (staysAsItIs(part.field) || field.type.kind === 'identifier')
  })
  return isSo
}

/** A constant or a fact about the caller: the same everywhere in the statement. */
function isPlain(value: Expression): boolean {
  return value.kind === 'literal' || isVariable(value, 'me')
}

function isVariable(expression: Expression, name: string): boolean {
  return expression.kind === 'variable' && expression.name === name
}

function bound({ type, isOptional, span }: Expression, name: string): Expression {
  return build.variable(name, type, span, isOptional)
}
