// `+ - * / %` → their meaning for values of these types, or the reason why they have none. Amounts of one currency can
// be added; an amount can be multiplied by a number; two amounts of one currency have a ratio, and so have two
// durations. Durations have a fixed length and calendar periods have none, so only the latter include months.

import * as build from '../build.ts'
import { diagnostic, type Diagnostic } from '../../diagnostic/diagnostic.ts'
import { askedAs, refuseEmpty, unknownAt, type Checking } from './checking.ts'
import { workingTimeOf, type WorkingTime } from '../business-calendar.ts'
import type { BinaryOperator, Expression, ValueType } from '../expression.ts'
import { isWholeDays } from '../functions.ts'
import { movedBy } from '../moved-by.ts'
import { knownValues } from './known-values.ts'
import { isKnownNotZero } from './narrowing.ts'
import type { SyntaxNode } from '../syntax/syntax.ts'
import { convertTo, DECIMAL, DURATION, isExact, isNumber, TEXT, together, typeInWords } from '../value-types.ts'

type BinaryNode = SyntaxNode & { kind: 'binary' }
type Arithmetic = Exclude<BinaryOperator, '==' | '!=' | '<' | '<=' | '>' | '>=' | '&&' | '||' | 'in'>

export function checkArithmetic(
  node: BinaryNode,
  operator: Arithmetic,
  left: Expression,
  right: Expression,
  checking: Checking,
): Expression {
  const made = arithmetic(node, operator, left, right)
  if (made === null) {
    checking.found.push(refusedArithmetic(node, operator, left, right))
    return unknownAt(node.span)
  }
  if ([left, right].map((side) => refuseEmpty(side, checking)).includes(true)) return unknownAt(node.span)
  if ((operator === '/' || operator === '%') && !isKnownNotZero(checking.facts, right)) {
    const name = askedAs(right, checking)
    const asked = name === null ? 'Ask first whether it is != 0' : `Ask first: ${name} != 0 && …`
    const hint = operator === '/' ? `${asked}; or use div(…, …), which gives empty.` : `${asked}.`
    checking.found.push(diagnostic('N058', right.span).withHint(hint))
    return unknownAt(node.span)
  }
  return made
}

function arithmetic(node: BinaryNode, operator: Arithmetic, left: Expression, right: Expression): Expression | null {
  const isText = (type: ValueType) => type.kind === 'text' || type.kind === 'choice'
  const binary = (a: Expression, b: Expression, type: ValueType): Expression => ({
    ...build.binary(operator, a, b, node.span),
    type,
  })
  if (operator === '+' && isText(left.type) && isText(right.type)) return binary(left, right, TEXT)
  if (operator === '+' && left.type.kind === 'list' && right.type.kind === 'list') {
    const pair = together(left, right)
    return pair === null ? null : binary(pair[0], pair[1], pair[0].type)
  }
  if (isNumber(left.type) && isNumber(right.type)) {
    const pair = together(left, right)
    if (pair === null || (operator === '%' && pair[0].type.kind !== 'integer')) return null
    return binary(pair[0], pair[1], pair[0].type)
  }
  if (left.type.kind === 'money' || right.type.kind === 'money') return withMoney(operator, left, right, binary)
  if (operator === '*' && left.type.kind === 'duration' && right.type.kind === 'integer')
    return binary(left, right, DURATION)
  if (operator === '*' && left.type.kind === 'integer' && right.type.kind === 'duration')
    return binary(right, left, DURATION)
  if (operator === '/' && left.type.kind === 'duration' && right.type.kind === 'duration')
    return binary(left, right, DECIMAL)
  if (operator === '+' || operator === '-') return shifted(node, operator, left, right)
  return null
}

type Make = (a: Expression, b: Expression, type: ValueType) => Expression

function withMoney(operator: Arithmetic, left: Expression, right: Expression, binary: Make): Expression | null {
  const number = (expression: Expression) => (isNumber(expression.type) ? convertTo(expression, DECIMAL) : null)
  switch (operator) {
    case '+':
    case '-': {
      const pair = together(left, right)
      return pair === null || !isExact(pair[0].type) ? null : binary(pair[0], pair[1], pair[0].type)
    }
    case '*': {
      const factor = number(right)
      if (factor !== null) return isExact(left.type) ? binary(left, factor, left.type) : null
      const first = number(left)
      return first !== null && isExact(right.type) ? binary(right, first, right.type) : null
    }
    case '/': {
      const divisor = number(right)
      if (divisor !== null) return isExact(left.type) ? binary(left, divisor, left.type) : null
      const pair = left.type.kind === 'money' ? together(left, right) : null
      return pair === null || !isExact(pair[0].type) ? null : binary(pair[0], pair[1], DECIMAL)
    }
    case '%':
      return null
  }
}

/** Times and their shifts. In a sum the shift may come first, in a difference it may not. */
function shifted(node: BinaryNode, operator: '+' | '-', left: Expression, right: Expression): Expression | null {
  const name = operator === '+' ? 'plus' : 'minus'
  const timed = (type: ValueType, ...used: Expression[]): Expression => {
    const [time, by] = used
    return time !== undefined && by?.type.kind === 'working time'
      ? movedBy(name, time, by, node.span)
      : build.call(name, used, type, node.span, false)
  }
  const isMoved = (time: Expression, by: Expression): boolean => {
    if (time.type.kind === 'timestamp')
      return by.type.kind === 'duration' || by.type.kind === 'calendar period' || isOfWorkingTime(by, () => true)
    if (time.type.kind !== 'date') return false
    return by.type.kind === 'calendar period' || isOfWholeDays(by) || isOfWorkingTime(by, ({ unit }) => unit === 'days')
  }
  if (left.type.kind === 'duration' && right.type.kind === 'duration') return timed(DURATION, left, right)
  if (isMoved(left, right)) return timed(left.type, left, right)
  if (operator === '+' && isMoved(right, left)) return timed(right.type, right, left)
  if (operator === '-' && left.type.kind === 'timestamp' && right.type.kind === 'timestamp')
    return timed(DURATION, left, right)
  return null
}

/** A date has no hours, so only shifts of whole days apply to it. */
function isOfWholeDays(by: Expression): boolean {
  return by.type.kind === 'duration' && knownValues(by)?.every(isWholeDays) === true
}

/** Working time moves a time by all of its calendar, so it has to be known. */
function isOfWorkingTime(by: Expression, holds: (time: WorkingTime) => boolean): boolean {
  const known = by.type.kind === 'working time' ? knownValues(by) : null
  return known?.every((value) => holds(workingTimeOf(String(value)))) === true
}

function refusedArithmetic(node: BinaryNode, operator: string, left: Expression, right: Expression): Diagnostic {
  return diagnostic(
    'N054',
    node.span,
    'types that do not go together',
    operator,
    typeInWords(left.type),
    typeInWords(right.type),
  ).withHint(arithmeticInstead(operator, left.type, right.type))
}

function arithmeticInstead(operator: string, left: ValueType, right: ValueType): string | null {
  const kinds = new Set([left.kind, right.kind])
  if (operator === '+' && kinds.has('text')) return 'Make a text of the other one with string(…).'
  if (operator === '-' && left.kind === 'date' && right.kind === 'date')
    return 'Use daysBetween(…, …), monthsBetween(…, …) or yearsBetween(…, …).'
  if (left.kind === 'date' && right.kind === 'working time')
    return 'A date is moved by a constant or lookup of working days: 2 working days.'
  if (left.kind === 'date' && right.kind === 'duration')
    return 'A date is moved by a constant or lookup of whole days or by a calendar period: 2 days, 1 month.'
  if ((left.kind === 'date' || left.kind === 'timestamp') && isNumber(right))
    return 'What a time is moved by has a unit: make it a constant of point 9, such as 2 days.'
  if (kinds.has('money')) return moneyInstead(operator, left, right)
  if (kinds.has('period')) return 'A period has a .start and an .end.'
  return null
}

function moneyInstead(operator: string, left: ValueType, right: ValueType): string | null {
  if ([left, right].some((type) => type.kind === 'money' && type.currency === null))
    return 'Compute with its .amount, once you know its .currency.'
  if (left.kind === 'money' && right.kind === 'money')
    return operator === '*' ? 'An amount is multiplied by a number.' : 'Only amounts of one currency go together.'
  if (operator === '+' || operator === '-')
    return 'Give the number its currency: make it a constant of point 9, such as 10 EUR.'
  return null
}
