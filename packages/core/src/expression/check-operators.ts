// Operators: which values go together, what comes out, and what may not be empty.
// `==` and `!=` are total: null is a value that equals only itself. Everything else refuses what may be empty.

import { diagnostic, type Diagnostic } from '../diagnostic/diagnostic.ts'
import { inWords, isUnknown, refuseEmpty, requireCondition, unknownAt, type Checking } from './checking.ts'
import type { BinaryOperator, Expression, ValueType } from './expression.ts'
import { both, factsWhen, isKnownNotZero } from './narrowing.ts'
import type { SyntaxNode } from './syntax.ts'
import {
  BOOLEAN,
  DURATION,
  INTEGER,
  isNumber,
  isOrdered,
  TEXT,
  together,
  togetherCompared,
  typeInWords,
} from './value-types.ts'

type BinaryNode = SyntaxNode & { kind: 'binary' }

export function checkUnary(node: SyntaxNode & { kind: 'unary' }, checking: Checking): Expression {
  const operand = checking.check(node.operand, checking)
  if (isUnknown(operand)) return unknownAt(node.span)
  if (node.operator === '!') {
    if (!requireCondition(operand, checking, 'What follows "!"')) return unknownAt(node.span)
    return { kind: 'unary', operator: '!', operand, type: BOOLEAN, isOptional: false, span: node.span }
  }
  if (!isNumber(operand.type) && operand.type.kind !== 'duration') {
    checking.found.push(
      diagnostic('N054', operand.span, `Only a number has a minus sign; this is ${typeInWords(operand.type)}.`),
    )
    return unknownAt(node.span)
  }
  if (refuseEmpty(operand, checking)) return unknownAt(node.span)
  return { kind: 'unary', operator: '-', operand, type: operand.type, isOptional: false, span: node.span }
}

export function checkBinary(node: BinaryNode, checking: Checking): Expression {
  if (node.operator === '&&' || node.operator === '||') return checkLogic(node, node.operator, checking)
  const left = checking.check(node.left, checking)
  const right = checking.check(node.right, checking)
  if (isUnknown(left) || (isUnknown(right) && !isEmptyList(right))) return unknownAt(node.span)
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

function isEmptyList(expression: Expression): boolean {
  return expression.kind === 'list' && expression.items.length === 0
}

function binary(node: BinaryNode, left: Expression, right: Expression, type: ValueType): Expression {
  return { kind: 'binary', operator: node.operator, left, right, type, isOptional: false, span: node.span }
}

/** The right side is reached only where the left one leaves the answer open, and knows what that says. */
function checkLogic(node: BinaryNode, operator: '&&' | '||', checking: Checking): Expression {
  const words = operator === '&&' ? 'Each side of "&&"' : 'Each side of "||"'
  const left = checking.check(node.left, checking)
  const isLeftFit = requireCondition(left, checking, words)
  const facts = both(checking.facts, factsWhen(left, operator === '&&'))
  const right = checking.check(node.right, { ...checking, facts })
  const isRightFit = requireCondition(right, checking, words)
  return isLeftFit && isRightFit ? binary(node, left, right, BOOLEAN) : unknownAt(node.span)
}

function checkEquality(node: BinaryNode, left: Expression, right: Expression, checking: Checking): Expression {
  const misfit = misfitChoice(right, left.type) ?? misfitChoice(left, right.type)
  const pair = misfit === null ? togetherCompared(left, right) : null
  if (pair === null) {
    checking.found.push(misfit ?? incomparable(node, left, right))
    return unknownAt(node.span)
  }
  const [a, b] = pair
  if ([a, b].some(({ type }) => type.kind === 'list' || type.kind === 'object')) {
    checking.found.push(
      diagnostic(
        'N054',
        node.span,
        `${a.type.kind === 'list' ? 'Lists are' : 'Objects are'} not compared as a whole.`,
      ).withHint(a.type.kind === 'list' ? 'Ask for its items: .exists(x, …), .all(x, …) or size(…).' : null),
    )
    return unknownAt(node.span)
  }
  if (a.isOptional && b.isOptional && !isNull(a) && !isNull(b)) {
    const name = inWords(a) === 'This' ? 'it' : inWords(a).slice(1, -1)
    checking.found.push(diagnostic('N056', node.span).withHint(`Ask first: ${name} != null && ….`))
    return unknownAt(node.span)
  }
  return binary(node, a, b, BOOLEAN)
}

function isNull(expression: Expression): boolean {
  return expression.kind === 'literal' && expression.value === null
}

function incomparable(node: BinaryNode, left: Expression, right: Expression): Diagnostic {
  const found = diagnostic(
    'N054',
    node.span,
    `${capitalised(typeInWords(left.type))} is never compared with ${typeInWords(right.type)}.`,
  )
  const hasRecord = left.type.kind === 'record' || right.type.kind === 'record'
  return found.withHint(
    hasRecord && left.type.kind !== right.type.kind ? 'Compare a field of the record, or its id.' : null,
  )
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A text in quotes where only some words are possible, and it is none of them. */
export function misfitChoice(expression: Expression, type: ValueType): Diagnostic | null {
  if (type.kind !== 'choice' || expression.kind !== 'literal' || typeof expression.value !== 'string') return null
  if (expression.type.kind !== 'text' || type.values.includes(expression.value)) return null
  const message = `"${expression.value}" is none of ${type.values.join(', ')}.`
  if (expression.constant !== undefined) return diagnostic('N054', expression.span, message)
  // The words are inside the quotes: that is what the author retypes.
  const span = { start: expression.span.start + 1, end: expression.span.end - 1 }
  return diagnostic('N054', span, message).suggesting(expression.value, type.values)
}

function checkIn(node: BinaryNode, left: Expression, right: Expression, checking: Checking): Expression {
  if (right.type.kind !== 'list') {
    checking.found.push(
      diagnostic('N054', right.span, `What follows "in" must be a list; this is ${typeInWords(right.type)}.`),
    )
    return unknownAt(node.span)
  }
  if (refuseEmpty(right, checking)) return unknownAt(node.span)
  const of = right.type.of
  if (right.kind === 'list') return checkInListed(node, left, right, checking)
  const item: Expression = { kind: 'variable', name: 'item', type: of, isOptional: false, span: right.span }
  const pair = togetherCompared(left, item)
  if (pair === null || pair[1].kind !== 'variable') {
    checking.found.push(
      diagnostic('N054', node.span, `${capitalised(typeInWords(left.type))} is never in ${typeInWords(right.type)}.`),
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
  if (['list', 'object', 'empty'].includes(left.type.kind)) {
    checking.found.push(
      diagnostic('N054', left.span, `${capitalised(typeInWords(left.type))} is not looked for in a list.`),
    )
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
  // One decimal among whole numbers makes every comparison one of decimals.
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
    checking.found.push(
      diagnostic(
        'N054',
        node.span,
        `"${node.operator}" needs values that have an order; this is ${typeInWords(a.type)}.`,
      ),
    )
    return unknownAt(node.span)
  }
  return refuseAll([a, b], checking) ? unknownAt(node.span) : binary(node, a, b, BOOLEAN)
}

function orderedNull(node: BinaryNode): Diagnostic {
  return diagnostic('N054', node.span, 'Nothing is before or after null.').withHint('Compare with null by == or !=.')
}

function refuseAll(expressions: readonly Expression[], checking: Checking): boolean {
  return expressions.map((expression) => refuseEmpty(expression, checking)).includes(true)
}

type Arithmetic = Exclude<BinaryOperator, '==' | '!=' | '<' | '<=' | '>' | '>=' | '&&' | '||' | 'in'>

function checkArithmetic(
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
  if (refuseAll([left, right], checking)) return unknownAt(node.span)
  if ((operator === '/' || operator === '%') && !isKnownNotZero(checking.facts, right)) {
    const name = inWords(right) === 'This' ? 'it' : inWords(right).slice(1, -1)
    const hint =
      operator === '/'
        ? `Ask first: ${name} != 0 && …; or use div(…, …), which gives empty.`
        : `Ask first: ${name} != 0 && ….`
    checking.found.push(diagnostic('N058', right.span).withHint(hint))
    return unknownAt(node.span)
  }
  return made
}

function arithmetic(node: BinaryNode, operator: Arithmetic, left: Expression, right: Expression): Expression | null {
  const kinds = `${left.type.kind} ${operator} ${right.type.kind}`
  const isText = (type: ValueType) => type.kind === 'text' || type.kind === 'choice'
  if (operator === '+' && isText(left.type) && isText(right.type)) return binary(node, left, right, TEXT)
  if (isNumber(left.type) && isNumber(right.type)) {
    const pair = together(left, right)
    if (pair === null || (operator === '%' && pair[0].type.kind !== 'integer')) return null
    return binary(node, pair[0], pair[1], pair[0].type)
  }
  const timed = (name: string, type: ValueType, used: readonly Expression[]): Expression => ({
    kind: 'call',
    function: name,
    arguments: used,
    type,
    isOptional: false,
    span: node.span,
  })
  switch (kinds) {
    case 'duration + duration':
    case 'duration - duration':
      return timed(operator === '+' ? 'plus' : 'minus', DURATION, [left, right])
    case 'timestamp + duration':
      return timed('plus', left.type, [left, right])
    case 'duration + timestamp':
      return timed('plus', right.type, [right, left])
    case 'timestamp - duration':
      return timed('minus', left.type, [left, right])
    case 'timestamp - timestamp':
      return timed('minus', DURATION, [left, right])
    case 'duration * integer':
      return binary(node, left, { ...right, type: INTEGER }, DURATION)
    case 'integer * duration':
      return binary(node, right, left, DURATION)
    default:
      return null
  }
}

function refusedArithmetic(node: BinaryNode, operator: string, left: Expression, right: Expression): Diagnostic {
  const found = diagnostic(
    'N054',
    node.span,
    `"${operator}" does not go with ${typeInWords(left.type)} and ${typeInWords(right.type)}.`,
  )
  const hasText = left.type.kind === 'text' || right.type.kind === 'text'
  if (operator === '+' && hasText) return found.withHint('Make a text of the other one with string(…).')
  if (operator === '-' && left.type.kind === 'date' && right.type.kind === 'date')
    return found.withHint('Use daysBetween(…, …).')
  if (left.type.kind === 'date' && right.type.kind === 'duration')
    return found.withHint(`Use ${operator === '+' ? 'plus' : 'minus'}(…, …) with whole days.`)
  return found
}
