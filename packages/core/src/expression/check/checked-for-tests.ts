// Texts of expressions → the checker's results, for tests. An unexpected result is thrown.

import { checkExpression } from './check-expression.ts'
import type { Expression, Scope, ValueType } from '../expression.ts'
import { inTicket } from './scope-for-tests.ts'

export function checked(text: string, expected: ValueType | null = null, scope: Scope = inTicket): Expression {
  const { expression, diagnostics } = checkExpression({ text, span: { start: 0, end: text.length } }, scope, expected)
  const said = diagnostics.map((found) => `${found.number} ${found.message}`)
  if (expression === null || said.length > 0) throw new Error(`${text}: ${said.join(' ')}`)
  return expression
}

/** The only diagnostic as a line. ⟪ ⟫ mark its span; without them, the span is not compared. */
export function refused(marked: string, expected: ValueType | null = null, scope: Scope = inTicket): string {
  const text = marked.replace(/[⟪⟫]/g, '')
  const span = { start: 100, end: 100 + text.length }
  const { expression, diagnostics } = checkExpression({ text, span }, scope, expected)
  const [found] = diagnostics
  if (expression !== null || found === undefined) throw new Error(`${text} is not refused.`)
  if (diagnostics.length > 1) throw new Error(`${text}: ${diagnostics.map(({ message }) => message).join(' ')}`)
  const [start, end] = [found.span.start - 100, found.span.end - 100]
  const pointed = `${text.slice(0, start)}⟪${text.slice(start, end)}⟫${text.slice(end)}`
  if (marked.includes('⟪') && pointed !== marked) throw new Error(`The diagnostic points at ${pointed}, not ${marked}`)
  return `${found.number} ${found.message}${found.hint === null ? '' : ` ${found.hint}`}`
}
