// The text of an expression and its scope → a typed expression with every name resolved, or diagnostics. Logic is
// two-valued: an optional value is refused wherever an empty one would have no meaning, unless an enclosing condition
// excludes it (narrowing.ts). This file dispatches by node; names, operators and functions have files of their own.

import * as build from '../build.ts'
import { diagnostic, type Diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Written } from '../../text/source.ts'
import { checkUse } from './check-functions.ts'
import { checkIndex } from './check-keys.ts'
import { checkMember, checkName } from './check-names.ts'
import { checkBinary, checkUnary, misfitChoice } from './check-operators.ts'
import { emptyList, refuseEmpty, isUnknown, requireCondition, unknownAt, type Checking } from './checking.ts'
import type { Expression, ObjectEntry, Scope, ValueType } from '../expression.ts'
import { jsonOf } from '../json-of.ts'
import { entryOf, misplacedOmission } from '../omitted-keys.ts'
import { both, factsWhen, NOTHING_KNOWN } from './narrowing.ts'
import { costlyPart, listDepth, misplacedObject } from './placement.ts'
import { namedByRecord } from '../syntax/named-by-record.ts'
import { readExpression } from '../syntax/read-expression.ts'
import type { SyntaxNode } from '../syntax/syntax.ts'
import {
  ANSWERED,
  BOOLEAN,
  convertTo,
  DECIMAL,
  EMPTY,
  INTEGER,
  isAnswered,
  isEmptyList,
  TEXT,
  together,
  typeInWords,
} from '../value-types.ts'

export interface CheckedExpression {
  /** Null if one of the diagnostics is an error. */
  readonly expression: Expression | null
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Checks the expression of a cell. `expected` null accepts a value of any type, which may be empty. A condition, which
 * an expected boolean is unless `isValue`, must never be empty. Any other value may be empty: if a field needs one, the
 * caller checks `isOptional` (see `refuseEmptyValue`).
 */
export function checkExpression(
  written: Written,
  scope: Scope,
  expected: ValueType | null,
  isValue = false,
): CheckedExpression {
  const { listener } = scope.catalogue
  listener?.expression(written, scope, expected)
  const read = readExpression(written)
  if (read.syntax === null) return { expression: null, diagnostics: read.diagnostics }
  const checking: Checking = {
    scope,
    facts: scope.known ?? NOTHING_KNOWN,
    bound: new Map(),
    namedByRecord: namedByRecord(read.syntax, scope.implicit),
    found: [],
    check,
  }
  const expression = fit(check(read.syntax, checking), expected, isValue, checking)
  if (checking.found.length > 0) return { expression: null, diagnostics: checking.found }
  const keyOnly = misplacedOmission(expression, scope.isKeyValue === true)
  if (keyOnly !== null) return { expression: null, diagnostics: [keyOnly] }
  const misplaced = misplacedObject(expression)
  if (misplaced !== null) {
    const hint = 'Ask the records themselves, and write the object last: records.map(r, {…}).'
    const found = diagnostic('N064', misplaced.span).withHint(hint)
    return { expression: null, diagnostics: [found] }
  }
  listener?.typed(expression)
  return { expression, diagnostics: costs(expression) }
}

function costs(expression: Expression): Diagnostic[] {
  const part = costlyPart(expression)
  if (part === null) return []
  const found = diagnostic('N065', part.span, listDepth(part))
  return [found.withHint('Ask from the other side, or keep what is asked for in a field of its own.')]
}

function fit(expression: Expression, expected: ValueType | null, isValue: boolean, checking: Checking): Expression {
  if (expected === null || isUnknown(expression)) return expression
  if (expected.kind === 'boolean' && !isValue) {
    requireCondition(expression, checking, 'This')
    return expression
  }
  const converted = convertTo(expression, expected)
  if (converted !== null) return converted
  const json = checking.scope.isKept === true ? jsonOf(expression, expected) : null
  if (json !== null) return json
  const isWritable = expected.kind === 'text' && WRITABLE.has(expression.type.kind)
  checking.found.push(
    misfitChoice(expression, expected) ??
      diagnostic('N054', expression.span, 'other type', typeInWords(expected), typeInWords(expression.type)).withHint(
        isWritable
          ? 'Make a text of it with string(…).'
          : expected.kind === 'integer' && expression.type.kind === 'decimal'
            ? 'Make a whole number of it with round(…).'
            : null,
      ),
  )
  return unknownAt(expression.span)
}

/** Types that `string(…)` converts to a text. */
const WRITABLE: ReadonlySet<string> = new Set(['integer', 'decimal', 'date', 'time', 'boolean'])

/** The diagnostic for an optional value where one is required; null if it is never empty. */
export function refuseEmptyValue(expression: Expression, scope: Scope): Diagnostic | null {
  const found: Diagnostic[] = []
  refuseEmpty(expression, { scope, facts: NOTHING_KNOWN, bound: new Map(), namedByRecord: new Set(), found, check })
  return found[0] ?? null
}

/** The scope under a condition: the "If" cell of a rule narrows "Must hold". */
export function assumeTrue(condition: Expression, scope: Scope): Scope {
  return { ...scope, known: both(scope.known ?? NOTHING_KNOWN, factsWhen(condition, true)) }
}

function check(node: SyntaxNode, checking: Checking): Expression {
  const { span } = node
  switch (node.kind) {
    case 'text':
      return build.literal(node.value, TEXT, span)
    case 'integer':
      return build.literal(node.value, INTEGER, span)
    case 'decimal':
      return build.literal(node.value, DECIMAL, span)
    case 'boolean':
      return build.literal(node.value, BOOLEAN, span)
    case 'null':
      return build.nothing(EMPTY, span)
    case 'name':
      return checkName(node, checking)
    case 'member':
      return checkMember(node, checking)
    case 'index':
      return checkIndex(node, checking)
    case 'use':
      return checkUse(node, checking)
    case 'unary':
      return checkUnary(node, checking)
    case 'binary':
      return checkBinary(node, checking)
    case 'conditional':
      return checkConditional(node, checking)
    case 'list':
      return checkList(node, checking)
    case 'object':
      return checkObject(node, checking)
  }
}

function checkConditional(node: SyntaxNode & { kind: 'conditional' }, checking: Checking): Expression {
  const condition = check(node.condition, checking)
  const isFit = requireCondition(condition, checking, 'The question before "?"')
  const then = check(node.then, { ...checking, facts: both(checking.facts, factsWhen(condition, true)) })
  const otherwise = check(node.otherwise, { ...checking, facts: both(checking.facts, factsWhen(condition, false)) })
  if (!isFit || isUnknown(then) || isUnknown(otherwise)) return unknownAt(node.span)
  const branches = together(then, otherwise)
  // `isExpanded ? AuthorView(author) : author.id`: what is only answered may have several forms.
  if (branches === null && (isAnswered(then.type) || isAnswered(otherwise.type)))
    return { ...build.conditional(condition, then, otherwise), type: ANSWERED, span: node.span }
  if (branches === null) {
    checking.found.push(
      diagnostic(
        'N054',
        otherwise.span,
        'answers of two types',
        typeInWords(then.type),
        typeInWords(otherwise.type),
      ).because(then.span, 'The first answer is here.'),
    )
    return unknownAt(node.span)
  }
  return { ...build.conditional(condition, branches[0], branches[1]), span: node.span }
}

/** Lists never contain empty values: `x in [1, null]` would have no result in SQL. */
function checkList(node: SyntaxNode & { kind: 'list' }, checking: Checking): Expression {
  const items = node.items.map((item) => check(item, checking))
  const span = node.span
  let isBad = false
  for (const item of items) isBad = refuseEmpty(item, checking) || isUnknown(item) || isBad
  if (isBad) return unknownAt(span)
  let first = items[0]
  if (first === undefined) return emptyList(span)
  for (const item of items) {
    const pair = together(first, item)
    if (pair === null) {
      checking.found.push(
        diagnostic('N054', item.span, 'list of several types', typeInWords(item.type), typeInWords(first.type)),
      )
      return unknownAt(span)
    }
    if (first.type.kind !== pair[0].type.kind || isEmptyList(first.type)) first = pair[0]
  }
  const of = first.type
  const converted = items.map((item) => convertTo(item, of) ?? item)
  return build.list(converted, of, span)
}

function checkObject(node: SyntaxNode & { kind: 'object' }, checking: Checking): Expression {
  const entries: ObjectEntry[] = []
  const keys = new Set<string>()
  for (const entry of node.entries) {
    const value = check(entry.value, checking)
    if (entry.key.kind !== 'text') {
      checking.found.push(diagnostic('N054', entry.key.span, 'key in quotes'))
      continue
    }
    if (keys.has(entry.key.value))
      checking.found.push(diagnostic('N008', entry.key.span, 'a key of this object', entry.key.value))
    keys.add(entry.key.value)
    entries.push(entryOf(entry.key.value, value))
  }
  return build.object(entries, node.span)
}
