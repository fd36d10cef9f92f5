// Expressions of every point → typed expressions and diagnostics. An expression that uses an absent name has its cause
// reported elsewhere, and is dropped with everything that depends on it.

import { diagnostic, type Diagnostic } from '../../diagnostic/diagnostic.ts'
import { checkExpression, refuseEmptyValue } from '../../expression/check/check-expression.ts'
import { visit } from '../../expression/conditions.ts'
import type { Expression, Scope, ValueType } from '../../expression/expression.ts'
import type { Written } from '../../text/source.ts'
import type { Absence, EntityFacts } from '../entities/facts.ts'
import type { Names } from '../names/names.ts'
import { percentFactors } from './percentages.ts'

interface Finding {
  readonly found: Diagnostic[]
  readonly entities: ReadonlyMap<string, EntityFacts>
  readonly names?: Pick<Names, 'constants' | 'lookups' | 'decisionTables'>
}

/**
 * The expression; null: it has a diagnostic, and everything that depends on it is dropped. If that would change the
 * meaning of the rest, use `needsWhatIsNotShown`. `isValue`: a yes/no is kept and may be empty, unlike a condition.
 */
export function requireExpression(
  finding: Finding,
  written: Written,
  scope: Scope,
  expected: ValueType | null,
  isValue = false,
): Expression | null {
  const checked = optionalExpression(finding, written, scope, expected, isValue)
  if (checked !== 'absent') return checked
  return refuseAbsent(finding, written)
}

/** Reports the use of an absent name, unless it is absent because of an error, which is reported already. */
export function refuseAbsent(finding: Finding, written: Written): null {
  const { found, entities } = finding
  const words = new Set(written.text.match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? [])
  const named = [...entities.values()].flatMap(({ absent }) => [...absent].filter(([name]) => words.has(name)))
  const [name, absence] = named[0] ?? openAmounts(finding).find(([open]) => words.has(open)) ?? []
  if (name === undefined || absence === 'broken') return null
  if (absence === 'not shown') found.push(diagnostic('N019', written.span, name))
  else found.push(diagnostic('N013', written.span, 'needed field', name))
  return null
}

/** Constants and lookups with a value that is not shown. */
function openAmounts({ names }: Finding): (readonly [string, Absence])[] {
  const constants = [...(names?.constants.values() ?? [])].filter(({ value }) => value === null)
  const lookups = [...(names?.lookups.values() ?? [])].filter(({ rows }) => rows.some(({ value }) => value === null))
  const tables = [...(names?.decisionTables.values() ?? [])].filter(({ rows }) =>
    rows.some(({ value }) => value === null),
  )
  return [...constants, ...lookups, ...tables].map(({ name }) => [name.text, 'not shown'] as const)
}

/**
 * Tells whether a needed part has turned out not to be shown since there were `before` findings. A construct of several
 * expressions, such as a call, then does not run at all: without one of them it would have another effect.
 */
export function needsWhatIsNotShown(found: readonly Diagnostic[], before: number): boolean {
  return found.slice(before).some(({ number }) => number === 'N019')
}

/** As `requireExpression`; `'absent'` if it uses a field that is absent for a reported reason. */
export function optionalExpression(
  finding: Finding,
  written: Written,
  scope: Scope,
  expected: ValueType | null,
  isValue = false,
): Expression | null | 'absent' {
  const { expression, diagnostics } = checkExpression(written, scope, expected, isValue)
  finding.found.push(...diagnostics)
  if (expression === null) return diagnostics.length > 0 ? null : 'absent'
  if (containsUnknown(expression)) return 'absent'
  finding.found.push(...percentFactors(finding, expression))
  return expression
}

function containsUnknown(expression: Expression): boolean {
  let isFound = false
  visit(expression, ({ type }) => {
    if (type.kind === 'unknown') isFound = true
  })
  return isFound
}

/** A value for a field: of its type, and not empty if the field is required. */
export function requireValue(
  finding: Finding,
  written: Written,
  scope: Scope,
  expected: ValueType,
  isRequired: boolean,
): Expression | null {
  const expression = requireExpression(finding, written, scope, expected, true)
  if (expression === null || !isRequired) return expression
  const empty = refuseEmptyValue(expression, scope)
  if (empty === null) return expression
  finding.found.push(empty)
  return null
}
