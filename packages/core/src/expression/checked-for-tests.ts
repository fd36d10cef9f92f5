// Texts of expressions → what the checker makes of them, for tests.

import { expect } from 'vitest'
import { checkExpression } from './check-expression.ts'
import type { Expression, Scope, ValueType } from './expression.ts'
import { inTicket } from './scope-for-tests.ts'

export function checked(text: string, expected: ValueType | null = null, scope: Scope = inTicket): Expression {
  const { expression, diagnostics } = checkExpression({ text, span: { start: 0, end: text.length } }, scope, expected)
  expect(diagnostics.map((found) => `${found.number} ${found.message}`)).toEqual([])
  if (expression === null) throw new Error('no expression')
  return expression
}

/** ⟪ ⟫ mark the text that the diagnostic is about; without them, only numbers are compared. */
export function refused(marked: string, expected: ValueType | null = null, scope: Scope = inTicket) {
  const text = marked.replace(/[⟪⟫]/g, '')
  const { expression, diagnostics } = checkExpression(
    { text, span: { start: 100, end: 100 + text.length } },
    scope,
    expected,
  )
  expect(expression).toBe(null)
  const [found] = diagnostics
  expect(diagnostics.length, JSON.stringify(diagnostics)).toBe(1)
  if (found === undefined) throw new Error('nothing found')
  if (marked.includes('⟪')) {
    const { start, end } = found.span
    expect(`${text.slice(0, start - 100)}⟪${text.slice(start - 100, end - 100)}⟫${text.slice(end - 100)}`).toBe(marked)
  }
  return `${found.number} ${found.message}${found.hint === null ? '' : ` ${found.hint}`}`
}
