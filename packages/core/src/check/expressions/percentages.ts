// An expression → N068 if it multiplies by a percentage. 20 % is stored as 20, as people write it and requests send it,
// so the product is a hundred times too large unless something divides by 100.

import { diagnostic, type Diagnostic } from '../../diagnostic/diagnostic.ts'
import { partsOf } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import { printExpression } from '../../expression/syntax/print-expression.ts'
import type { EntityFacts } from '../entities/facts.ts'
import type { Names } from '../names/names.ts'

interface Known {
  readonly entities: ReadonlyMap<string, EntityFacts>
  readonly names?: Pick<Names, 'constants' | 'lookups'>
}

export function percentFactors(known: Known, expression: Expression): Diagnostic[] {
  const found: Diagnostic[] = []
  look(known, expression, false, found)
  return found
}

function look(known: Known, expression: Expression, isDivided: boolean, found: Diagnostic[]): void {
  if (expression.kind === 'binary' && expression.operator === '/') {
    look(known, expression.left, isDivided || isNumber(expression.right, 100), found)
    look(known, expression.right, false, found)
    return
  }
  if (expression.kind === 'call' && ['div', 'round'].includes(expression.function)) {
    const [first, second] = expression.arguments
    const isByHundred = expression.function === 'div' && second !== undefined && isNumber(second, 100)
    if (first !== undefined) look(known, first, isDivided || isByHundred, found)
    return
  }
  if (expression.kind === 'binary' && expression.operator === '*') {
    const sides = [expression.left, expression.right]
    const isSmall = isDivided || sides.some((side) => isNumber(side, 0.01))
    for (const side of sides) {
      const percentage = isSmall ? null : percentageIn(known, side)
      if (percentage === null) look(known, side, isSmall, found)
      else found.push(diagnostic('N068', percentage.span, printExpression(percentage)))
    }
    return
  }
  for (const part of partsOf(expression)) look(known, part, false, found)
}

/** The factor itself, or a summand of it: `price * (1 + rate)`. */
function percentageIn(known: Known, factor: Expression): Expression | null {
  if (factor.kind === 'binary' && (factor.operator === '+' || factor.operator === '-'))
    return percentageIn(known, factor.left) ?? percentageIn(known, factor.right)
  const [value] = factor.kind === 'call' && factor.function === 'orElse' ? factor.arguments : [factor]
  return value !== undefined && isPercentage(known, value) ? value : null
}

function isPercentage(known: Known, value: Expression): boolean {
  const { entities, names } = known
  if (value.kind === 'field') return entities.get(value.entity)?.fields.get(value.field)?.field.type.kind === 'percent'
  if (value.kind === 'lookup')
    return names?.lookups.get(value.name)?.rows.some((row) => row.value?.text.endsWith('%')) === true
  if (value.kind === 'conditional') return [value.then, value.otherwise].some((part) => isPercentage(known, part))
  if (value.kind !== 'literal' || value.constant === undefined) return false
  const { constant } = value
  return constant.endsWith('%') || names?.constants.get(constant)?.value?.text.endsWith('%') === true
}

function isNumber(value: Expression, number: number): boolean {
  return value.kind === 'literal' && value.value !== null && Number(value.value) === number
}
