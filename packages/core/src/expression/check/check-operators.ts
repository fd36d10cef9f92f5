// Operators: operand types, result types, and operands that must not be empty. `==` and `!=` are total: null is a value
// that equals only itself. All others refuse optional operands.

import * as build from '../build.ts'
import { diagnostic, type Diagnostic } from '../../diagnostic/diagnostic.ts'
import { writtenPath, isUnknown, refuseEmpty, requireCondition, unknownAt, type Checking } from './checking.ts'
import { checkArithmetic } from './check-arithmetic.ts'
import type { Expression, ValueType } from '../expression.ts'
import { checkKeyIn, hasKeys } from './check-keys.ts'
import { both, factsWhen } from './narrowing.ts'
import { printExpression } from '../syntax/print-expression.ts'
import type { SyntaxNode } from '../syntax/syntax.ts'
import {
  BOOLEAN,
  inWordsOfSentence,
  isEmptyList,
  isExact,
  isNumber,
  isOrdered,
  together,
  togetherCompared,
  typeInWords,
  UNKNOWN,
} from '../value-types.ts'

type BinaryNode = SyntaxNode & { kind: 'binary' }

export function checkUnary(node: SyntaxNode & { kind: 'unary' }, checking: Checking): Expression {
  const operand = checking.check(node.operand, checking)
  if (isUnknown(operand)) return unknownAt(node.span)
  if (node.operator === '!') {
    if (!requireCondition(operand, checking, 'The operand of "!"')) return unknownAt(node.span)
    return { ...build.not(operand), span: node.span }
  }
  if (!isNumber(operand.type) && !isExact(operand.type) && operand.type.kind !== 'duration') {
    checking.found.push(diagnostic('N054', operand.span, 'no minus sign', typeInWords(operand.type)))
    return unknownAt(node.span)
  }
  if (refuseEmpty(operand, checking)) return unknownAt(node.span)
  return { kind: 'unary', operator: '-', operand, type: operand.type, isOptional: false, span: node.span }
}

export function checkBinary(node: BinaryNode, checking: Checking): Expression {
  if (node.operator === '&&' || node.operator === '||') return checkLogic(node, node.operator, checking)
  const left = checking.check(node.left, checking)
  const right = checking.check(node.right, checking)
  if (isUnknown(left) || isUnknown(right)) return unknownAt(node.span)
  switch (node.operator) {
    case '==':
    case '!=':
      return checkEquality(node, left, right, checking)
    case 'in':
      return checkIn(node, left, right, checking)
    case '<':
    case '<=':
    case '>':
    case '>=':
      return checkOrder(node, left, right, checking)
    default:
      return checkArithmetic(node, node.operator, left, right, checking)
  }
}

function refuseAll(expressions: readonly Expression[], checking: Checking): boolean {
  return expressions.map((expression) => refuseEmpty(expression, checking)).includes(true)
}

export function binary(node: BinaryNode, left: Expression, right: Expression, type: ValueType): Expression {
  return { ...build.binary(node.operator, left, right, node.span), type }
}

/** The right side is evaluated only if the left one does not decide, and may rely on it. */
function checkLogic(node: BinaryNode, operator: '&&' | '||', checking: Checking): Expression {
  const words = operator === '&&' ? 'Each side of "&&"' : 'Each side of "||"'
  const left = checking.check(node.left, checking)
  const isLeftFit = requireCondition(left, checking, words)
  const facts = both(checking.facts, factsWhen(left, operator === '&&'))
  const right = checking.check(node.right, { ...checking, facts })
  const isRightFit = requireCondition(right, checking, words)
  // Facts of one side still hold if the other has an error.
  return binary(node, left, right, isLeftFit && isRightFit ? BOOLEAN : UNKNOWN)
}

function checkEquality(node: BinaryNode, left: Expression, right: Expression, checking: Checking): Expression {
  const misfit = misfitChoice(right, left.type) ?? misfitChoice(left, right.type)
  const pair = misfit === null ? togetherCompared(left, right) : null
  if (pair === null) {
    checking.found.push(misfit ?? incomparable(node, left, right))
    return unknownAt(node.span)
  }
  const [a, b] = pair
  const whole = wholeUncompared(a.type)
  if (whole !== null && (!hasPresence(a.type) || (!isNull(left) && !isNull(right)))) {
    checking.found.push(diagnostic('N054', node.span, whole.id).withHint(whole.hint))
    return unknownAt(node.span)
  }
  if (a.isOptional && b.isOptional && !isNull(a) && !isNull(b)) {
    const name = writtenPath(a, checking) ?? 'it'
    const isSame = printExpression(a, null) === printExpression(b, null)
    checking.found.push(
      diagnostic('N056', node.span).withHint(
        isSame ? 'This compares a thing with itself: what was meant?' : `Ask first: ${name} != null && ….`,
      ),
    )
    return unknownAt(node.span)
  }
  return binary(node, a, b, BOOLEAN)
}

/** For these types, only presence can be tested. */
function hasPresence(type: ValueType): boolean {
  return type.kind === 'money' || type.kind === 'file' || type.kind === 'secret'
}

type Uncompared =
  | 'whole list'
  | 'whole object'
  | 'whole file'
  | 'secret text'
  | 'calendar period'
  | 'working time'
  | 'whole money'

/** The reason why values of a type cannot be compared as a whole. */
function wholeUncompared(type: ValueType): { readonly id: Uncompared; readonly hint: string | null } | null {
  switch (type.kind) {
    case 'list':
      return {
        id: 'whole list',
        hint: 'Ask for its items: .exists(x, …), .all(x, …) or size(…).',
      }
    case 'object':
      return { id: 'whole object', hint: null }
    case 'group':
      return { id: 'whole object', hint: 'Compare their parts.' }
    case 'file':
      return { id: 'whole file', hint: 'Compare its .name, .size or .type.' }
    case 'secret':
      return { id: 'secret text', hint: 'Ask whether there is one: … != null.' }
    case 'calendar':
    case 'working time':
      return { id: 'working time', hint: 'Compare the times that come of them: plus(…, …).' }
    case 'calendar period':
      return {
        id: 'calendar period',
        hint: 'Compare the dates that come of them: plus(…, …).',
      }
    case 'money':
      if (type.currency !== null) return null
      return {
        id: 'whole money',
        hint: 'Compare its .currency, then its .amount.',
      }
    default:
      return null
  }
}

function isNull(expression: Expression): boolean {
  return expression.kind === 'literal' && expression.value === null
}

function incomparable(node: BinaryNode, left: Expression, right: Expression): Diagnostic {
  const found = diagnostic('N054', node.span, 'never compared', inWordsOfSentence(left.type), typeInWords(right.type))
  return found.withHint(comparedInstead(left.type, right.type))
}

function comparedInstead(a: ValueType, b: ValueType): string | null {
  const kinds = new Set([a.kind, b.kind])
  if (kinds.size === 1) return a.kind === 'money' ? 'Amounts in different currencies have no order.' : null
  if (kinds.has('json')) return 'Read the JSON value as one of that type: asText(…), asNumber(…), asYesNo(…).'
  if (kinds.has('record')) return 'Compare a field of the record, or its id.'
  if (kinds.has('money')) return 'Compare with a constant of point 9 that has the currency, or with its .amount.'
  if (kinds.has('period')) return 'Ask contains(period, moment), or compare its .start or .end.'
  if (kinds.has('date') && kinds.has('timestamp')) return 'Write date(…) for the day of a date and time.'
  return null
}

/** A quoted text where only some words are possible, and it is not one of them. */
export function misfitChoice(expression: Expression, type: ValueType): Diagnostic | null {
  if (expression.kind === 'conditional')
    return misfitChoice(expression.then, type) ?? misfitChoice(expression.otherwise, type)
  if (type.kind !== 'choice' || expression.kind !== 'literal' || typeof expression.value !== 'string') return null
  if (expression.type.kind !== 'text' || type.values.includes(expression.value)) return null
  const words = [expression.value, inChoices(type.values)] as const
  if (expression.constant !== undefined) return diagnostic('N062', expression.span, ...words)
  // The span excludes the quotes, because the author retypes the words inside.
  const span = { start: expression.span.start + 1, end: expression.span.end - 1 }
  return diagnostic('N062', span, ...words).suggesting(expression.value, type.values)
}

function inChoices(choices: readonly string[]): string {
  return choices.length === 0 ? 'any choices' : choices.join(', ')
}

function checkIn(node: BinaryNode, left: Expression, right: Expression, checking: Checking): Expression {
  if (hasKeys(right.type)) return checkKeyIn(node, left, right, checking)
  if (right.type.kind !== 'list') {
    checking.found.push(diagnostic('N054', right.span, 'no list', typeInWords(right.type)))
    return unknownAt(node.span)
  }
  if (refuseEmpty(right, checking)) return unknownAt(node.span)
  const of = right.type.of
  if (right.kind === 'list') return checkInListed(node, left, right, checking)
  if (isEmptyList(right.type)) return build.literal(false, BOOLEAN, node.span)
  const item = build.variable('item', of, right.span)
  const pair = togetherCompared(left, item)
  if (pair === null || pair[1].kind !== 'variable' || wholeUncompared(of) !== null) {
    checking.found.push(
      diagnostic('N054', node.span, 'never in', inWordsOfSentence(left.type), typeInWords(right.type)),
    )
    return unknownAt(node.span)
  }
  return binary(node, pair[0], right, BOOLEAN)
}

function checkInListed(
  node: BinaryNode,
  left: Expression,
  right: Expression & { kind: 'list' },
  checking: Checking,
): Expression {
  if (left.type.kind === 'empty' || wholeUncompared(left.type) !== null) {
    checking.found.push(diagnostic('N054', left.span, 'not in a list', inWordsOfSentence(left.type)))
    return unknownAt(node.span)
  }
  const pairs: (readonly [Expression, Expression])[] = []
  for (const item of right.items) {
    const misfit = misfitChoice(item, left.type)
    const pair = misfit === null ? togetherCompared(left, item) : null
    if (pair === null) checking.found.push(misfit ?? incomparable({ ...node, span: item.span }, left, item))
    else pairs.push(pair)
  }
  if (pairs.length < right.items.length) return unknownAt(node.span)
  // One decimal among integers makes all comparisons decimal.
  const widest =
    pairs.find(([value]) => value.type.kind === 'decimal') ??
    pairs.find(([value]) => value.type.kind === 'text') ??
    pairs[0]
  const value = widest?.[0] ?? left
  const items = right.items.map((item) => together(value, item)?.[1] ?? item)
  return binary(node, value, { ...right, items, type: { kind: 'list', of: value.type } }, BOOLEAN)
}

function checkOrder(node: BinaryNode, left: Expression, right: Expression, checking: Checking): Expression {
  const misfit = misfitChoice(right, left.type) ?? misfitChoice(left, right.type)
  const pair = misfit === null ? together(left, right) : null
  const hasWrongOrder =
    pair !== null && pair[0].type.kind === 'text' && (left.type.kind === 'choice' || right.type.kind === 'choice')
  if (pair === null || hasWrongOrder || isNull(left) || isNull(right)) {
    checking.found.push(misfit ?? (isNull(left) || isNull(right) ? orderedNull(node) : incomparable(node, left, right)))
    return unknownAt(node.span)
  }
  const [a, b] = pair
  if (!isOrdered(a.type)) {
    checking.found.push(diagnostic('N054', node.span, 'no order', node.operator, typeInWords(a.type)))
    return unknownAt(node.span)
  }
  return refuseAll([a, b], checking) ? unknownAt(node.span) : binary(node, a, b, BOOLEAN)
}

function orderedNull(node: BinaryNode): Diagnostic {
  return diagnostic('N054', node.span, 'order of null').withHint('Compare with null by == or !=.')
}
