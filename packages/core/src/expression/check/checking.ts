// Context of the expression checker's parts: scope, diagnostics, and recursion.

import * as build from '../build.ts'
import { diagnostic, type Diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Span } from '../../text/source.ts'
import type { Expression, Scope, ValueType } from '../expression.ts'
import { memberIn } from '../members.ts'
import { pathOf, type Facts } from './narrowing.ts'
import { printExpression } from '../syntax/print-expression.ts'
import type { SyntaxNode } from '../syntax/syntax.ts'
import { EMPTY, typeInWords, UNKNOWN } from '../value-types.ts'

export interface Checking {
  readonly scope: Scope
  /** Paths that are never empty at this place. */
  readonly facts: Facts
  /** Item variables of enclosing `exists`, `all`, `map` …. */
  readonly bound: ReadonlyMap<string, ValueType>
  /** Fields that the expression names by the record, `this.book`: beside them, `book` is what else has this name. */
  readonly namedByRecord: ReadonlySet<string>
  /** All diagnostics so far; the parts append to it. */
  readonly found: Diagnostic[]
  /** Checks a part, in this or another context. */
  readonly check: (node: SyntaxNode, checking: Checking) => Expression
}

/** Stands for an expression with a diagnostic; it never causes another one. */
export function unknownAt(span: Span): Expression {
  return { ...build.nothing(UNKNOWN, span), isOptional: false }
}

/** `[]`, and expressions derived from it alone. */
export function emptyList(span: Span): Expression {
  return build.list([], EMPTY, span)
}

export function isUnknown(expression: Expression): boolean {
  const { type } = expression
  return type.kind === 'unknown' || (type.kind === 'list' && type.of.kind === 'unknown')
}

/** The path of the expression in the author's notation; null: it is not a path. */
export function writtenPath(expression: Expression, { namedByRecord }: Checking): string | null {
  const path = pathOf(expression)
  const field = path === null ? undefined : /^this\.(\w+)/.exec(path)?.[1]
  return field === undefined || namedByRecord.has(field) ? path : (path?.slice('this.'.length) ?? null)
}

const LONGEST_NAME = 60
const ASKED: readonly Expression['kind'][] = ['call', 'field', 'binary', 'unary']

/** The expression as a question before it names it; null: it has no short name. */
export function askedAs(expression: Expression, checking: Checking): string | null {
  const path = writtenPath(expression, checking)
  if (path !== null) return path
  // A shape is empty with its record.
  if (expression.kind === 'shape') return askedAs(expression.of, checking)
  if (!ASKED.includes(expression.kind)) return null
  const text = printExpression(expression)
  return text.length > LONGEST_NAME ? null : text
}

/** Reports the name of a group where one of its parts is expected. */
export function refuseGroup(name: string, span: Span, { scope, found }: Checking): Expression {
  const inside = [...scope.variables.keys()].filter((each) => each.startsWith(`${name}.`))
  found.push(diagnostic('N054', span, 'parts are values', name).withHint(`There is ${inside.join(', ')}.`))
  return unknownAt(span)
}

/** Reports an optional value where it must not be empty. Returns whether it is optional. */
export function refuseEmpty(expression: Expression, checking: Checking): boolean {
  if (!expression.isOptional || isUnknown(expression)) return false
  const path = writtenPath(expression, checking)
  const found = diagnostic(
    'N055',
    expression.span,
    ...(path === null ? (['expression'] as const) : (['value', path] as const)),
  )
  const culprit = firstOptional(expression)
  const plain = culprit === null ? path : askedAs(culprit, checking)
  checking.found.push(
    found.withHint(
      plain === null
        ? 'Give it a value with orElse(…, …), or ask first whether its parts are empty.'
        : `Ask first: ${plain} != null && …; or give a value with orElse(…, …).`,
    ),
  )
  return true
}

/** The first optional prefix of a path: in `ticket.assignee.name` it is `ticket.assignee`. */
function firstOptional(expression: Expression): Expression | null {
  const of = expression.kind === 'field' ? expression.of : (memberIn(expression)?.of ?? null)
  if (of === null) return expression.isOptional ? expression : null
  return firstOptional(of) ?? (expression.isOptional ? expression : null)
}

/** A boolean that is never empty. */
export function requireCondition(expression: Expression, checking: Checking, what: string): boolean {
  if (isUnknown(expression)) return false
  if (expression.type.kind !== 'boolean') {
    checking.found.push(diagnostic('N054', expression.span, 'no condition', what, typeInWords(expression.type)))
    return false
  }
  return !refuseEmpty(expression, checking)
}
