// Builders of expression nodes that are not in the text: conditions of rights, default answers, and the like. A node
// has the span of the text that it derives from, or none. Imported as `build`, so that calls read `build.literal(true,
// BOOLEAN)`.

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

/** The span of nodes without a text. */
export const NOWHERE: Span = { start: 0, end: 0 }

export function literal(value: Of<'literal'>['value'], type: ValueType, span = NOWHERE): Of<'literal'> {
  return { kind: 'literal', value, type, isOptional: value === null, span }
}

/** `null`, of the type that its context expects. */
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

/** A field of a record. It is optional if the field or the record may be empty. */
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

/** A comparison, `in`, `&&` or `||`, of type boolean. */
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

/** A function of the library. It is optional if one of its arguments is. */
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
  parts: Pick<Of<'comprehension'>, 'over' | 'variable' | 'body'>,
  type: ValueType,
  span = parts.over.span,
  isOptional = parts.over.isOptional,
): Of<'comprehension'> {
  return { kind: 'comprehension', operation, ...parts, type, isOptional, span }
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
