// Context of the parts of the expression checker: place, diagnostics, and recursion.

import * as build from '../build.ts'
import { diagnostic, type Diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Span } from '../../text/source.ts'
import type { Expression, Scope, ValueType } from '../expression.ts'
import { memberIn } from '../members.ts'
import { pathOf, type Facts } from './narrowing.ts'
import type { SyntaxNode } from '../syntax/syntax.ts'
import { EMPTY, typeInWords, UNKNOWN } from '../value-types.ts'

export interface Checking {
  readonly scope: Scope
  /** Paths that surely hold a value at this place. */
  readonly facts: Facts
  /** Names of the items of `exists`, `all`, `map` … around this place. */
  readonly bound: ReadonlyMap<string, ValueType>
  /** Everything found so far; the parts add to it. */
  readonly found: Diagnostic[]
  /** Checks a part, at this or another place. */
  readonly check: (node: SyntaxNode, checking: Checking) => Expression
}

/** Stands for what already has a diagnostic; it never causes a second one. */
export function unknownAt(span: Span): Expression {
  return { ...build.nothing(UNKNOWN, span), isOptional: false }
}

/** `[]`, and what is made of it alone. */
export function emptyList(span: Span): Expression {
  return build.list([], EMPTY, span)
}

export function isUnknown(expression: Expression): boolean {
  const { type } = expression
  return type.kind === 'unknown' || (type.kind === 'list' && type.of.kind === 'unknown')
}

/** The expression as the author wrote it, as far as a sentence needs it. */
export function inWords(expression: Expression): string {
  const path = pathOf(expression)
  if (path === null) return 'This'
  return `"${path.startsWith('this.') ? path.slice(5) : path}"`
}

/** Reports a value that may be empty where it must not be. Returns whether it may. */
export function refuseEmpty(expression: Expression, checking: Checking): boolean {
  if (!expression.isOptional || isUnknown(expression)) return false
  const path = pathOf(expression)
  const found = diagnostic('N055', expression.span, inWords(expression))
  const culprit = firstOptional(expression)
  const name = culprit === null ? path : pathOf(culprit)
  const plain = name?.startsWith('this.') ? name.slice(5) : name
  checking.found.push(
    found.withHint(
      plain === null || plain === undefined
        ? 'Give it a value with orElse(…, …), or ask first whether its parts are empty.'
        : `Ask first: ${plain} != null && …; or give a value with orElse(…, …).`,
    ),
  )
  return true
}

/** The first part of a path that may be empty: in `ticket.assignee.name` it is `ticket.assignee`. */
function firstOptional(expression: Expression): Expression | null {
  const of = expression.kind === 'field' ? expression.of : (memberIn(expression)?.of ?? null)
  if (of === null) return expression.isOptional ? expression : null
  return firstOptional(of) ?? (expression.isOptional ? expression : null)
}

/** Yes or no, and never empty. */
export function requireCondition(expression: Expression, checking: Checking, what: string): boolean {
  if (isUnknown(expression)) return false
  if (expression.type.kind !== 'boolean') {
    checking.found.push(diagnostic('N054', expression.span, 'no condition', what, typeInWords(expression.type)))
    return false
  }
  return !refuseEmpty(expression, checking)
}
