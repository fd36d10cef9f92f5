// Expressions of every point → typed ones, with their diagnostics put among the others.
// An expression that names an absent field has its cause reported elsewhere. Where it may be left out it is;
// where leaving it out would change what is allowed, the file does not run.

import { diagnostic, type Diagnostic } from '../diagnostic/diagnostic.ts'
import { checkExpression, refuseEmptyValue } from '../expression/check-expression.ts'
import { visit } from '../expression/conditions.ts'
import type { Expression, Scope, ValueType } from '../expression/expression.ts'
import type { Written } from '../text/source.ts'
import type { EntityFacts } from './entity-facts.ts'

interface Finding {
  readonly found: Diagnostic[]
  readonly entities: ReadonlyMap<string, EntityFacts>
}

/** The expression, or null: then it has a diagnostic, and the file does not run. */
export function requireExpression(
  finding: Finding,
  written: Written,
  scope: Scope,
  expected: ValueType | null,
): Expression | null {
  const checked = optionalExpression(finding, written, scope, expected)
  if (checked !== 'absent') return checked
  return refuseAbsent(finding, written)
}

/** Names the absent field. When it is absent because of an error, that error is enough. */
export function refuseAbsent({ found, entities }: Finding, written: Written): null {
  const words = new Set(written.text.match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? [])
  const named = [...entities.values()].flatMap(({ absent }) => [...absent].filter(([name]) => words.has(name)))
  const [name, absence] = named[0] ?? []
  if (name === undefined || absence === 'broken') return null
  if (absence === 'not shown') found.push(diagnostic('N019', written.span, name))
  else found.push(diagnostic('N013', written.span, `"${name}" is needed here, and is`))
  return null
}

/** As `requireExpression`; `'absent'` when it names a field that is absent for a reason already told. */
export function optionalExpression(
  finding: Finding,
  written: Written,
  scope: Scope,
  expected: ValueType | null,
): Expression | null | 'absent' {
  const { expression, diagnostics } = checkExpression(written, scope, expected)
  finding.found.push(...diagnostics)
  if (expression === null) return diagnostics.length > 0 ? null : 'absent'
  return containsUnknown(expression) ? 'absent' : expression
}

function containsUnknown(expression: Expression): boolean {
  let isFound = false
  visit(expression, ({ type }) => {
    if (type.kind === 'unknown') isFound = true
  })
  return isFound
}

/** A value for a field: of its type, and not empty when the field may not be. */
export function requireValue(
  finding: Finding,
  written: Written,
  scope: Scope,
  expected: ValueType,
  isRequired: boolean,
): Expression | null {
  const expression = requireExpression(finding, written, scope, expected)
  if (expression === null || !isRequired) return expression
  const empty = refuseEmptyValue(expression, scope)
  if (empty === null) return expression
  finding.found.push(empty)
  return null
}

export function fieldExpression(
  of: Expression,
  entity: string,
  field: string,
  type: ValueType,
  isOptional: boolean,
): Expression {
  return { kind: 'field', of, entity, field, type, isOptional: isOptional || of.isOptional, span: of.span }
}
