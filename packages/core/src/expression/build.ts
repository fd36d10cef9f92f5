// Builders of expression nodes that stand in no text: conditions of rights, answers that no author has written, and
// the like. A node takes the place of the author's text that it comes from; without one it stands nowhere.
// Imported as `build`, so that calls read `build.literal(true, BOOLEAN)`.

import type { Span } from '../text/source.ts'
import type {
  BinaryOperator,
  ComprehensionOperation,
  Expression,
  ObjectEntry,
  ScopeVariable,
  ValueType,
} from './expression.ts'
import { BOOLEAN, EMPTY, OBJECT } from './value-types.ts'

type Of<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>

/** The place of nodes that come from no text. */
export const NOWHERE: Span = { start: 0, end: 0 }

export function literal(value: Of<'literal'>['value'], type: ValueType, span = NOWHERE): Of<'literal'> {
  return { kind: 'literal', value, type, isOptional: value === null, span }
}

/** `null`, of the type that its surroundings expect. */
export function nothing(type: ValueType = EMPTY, span = NOWHERE): Of<'literal'> {
  return literal(null, type, span)
}

export function variable(name: string, type: ValueType, span = NOWHERE, isOptional = false): Of<'variable'> {
  return { kind: 'variable', name, type, isOptional, span }
}

/** The record bound under a name. */
export function recordVariable(name: string, entity: string, span = NOWHERE): Of<'variable'> {
  return variable(name, { kind: 'record', entity }, span)
}

/** A field of a record. It may be empty where the field may be, or where there may be no record. */
export function field(
  of: Expression,
  entity: string,
  name: string,
  { type, isOptional }: ScopeVariable,
  span = of.span,
): Of<'field'> {
  return { kind: 'field', of, entity, field: name, type, isOptional: isOptional || of.isOptional, span }
}

export function not(operand: Expression): Of<'unary'> {
  return { kind: 'unary', operator: '!', operand, type: BOOLEAN, isOptional: false, span: operand.span }
}

/** A comparison, `in`, `&&` or `||`: all of them are true or false. */
export function binary(operator: BinaryOperator, left: Expression, right: Expression, span = left.span): Of<'binary'> {
  return { kind: 'binary', operator, left, right, type: BOOLEAN, isOptional: false, span }
}

export function isEmpty(value: Expression): Of<'binary'> {
  return binary('==', value, nothing(EMPTY, value.span))
}

export function isNotEmpty(value: Expression): Of<'binary'> {
  return binary('!=', value, nothing(EMPTY, value.span))
}

export function conditional(condition: Expression, then: Expression, otherwise: Expression): Of<'conditional'> {
  const isOptional = then.isOptional || otherwise.isOptional
  return { kind: 'conditional', condition, then, otherwise, type: then.type, isOptional, span: then.span }
}

export function list(items: readonly Expression[], of: ValueType, span = NOWHERE): Of<'list'> {
  return { kind: 'list', items, type: { kind: 'list', of }, isOptional: false, span }
}

/** A function of the library. It may be empty where one of its arguments may be. */
export function call(
  name: string,
  args: readonly Expression[],
  type: ValueType,
  span = args[0]?.span ?? NOWHERE,
  isOptional = args.some((argument) => argument.isOptional),
): Of<'call'> {
  return { kind: 'call', function: name, arguments: args, type, isOptional, span }
}

export function comprehension(
  operation: ComprehensionOperation,
  over: Expression,
  variableName: string,
  body: Expression,
  type: ValueType,
  span = over.span,
  isOptional = over.isOptional,
): Of<'comprehension'> {
  return { kind: 'comprehension', operation, over, variable: variableName, body, type, isOptional, span }
}

/** `me.has("Agent")` */
export function hasRole(role: string, span = NOWHERE): Of<'has role'> {
  return { kind: 'has role', role, type: BOOLEAN, isOptional: false, span }
}

export function object(entries: readonly ObjectEntry[], span = NOWHERE): Of<'object'> {
  return { kind: 'object', entries, type: OBJECT, isOptional: false, span }
}

export function shape(name: string, of: Expression, span = of.span): Of<'shape'> {
  return { kind: 'shape', shape: name, of, type: OBJECT, isOptional: of.isOptional, span }
}
