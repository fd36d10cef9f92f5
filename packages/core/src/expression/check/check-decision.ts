// `fee(country, weight)` → the decision table's expression about these values, which both back ends support already.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { partsIn, substitute } from '../conditions.ts'
import { GROWN_PARTS_MAX } from '../expression-size.ts'
import type { CatalogueDecision, Expression } from '../expression.ts'
import { hear } from '../syntax/listener.ts'
import type { SyntaxNode } from '../syntax/syntax.ts'
import { convertTo, typeInWords, UNKNOWN } from '../value-types.ts'
import { misfitChoice } from './check-operators.ts'
import { isUnknown, refuseEmpty, unknownAt, type Checking } from './checking.ts'
import { placedAt } from './placed-at.ts'

type UseNode = SyntaxNode & { kind: 'use' }

export function checkDecision(node: UseNode, { parameters, value }: CatalogueDecision, checking: Checking): Expression {
  const { name, nameSpan, span } = node
  hear(checking.scope, nameSpan, { kind: 'lookup', name, type: value?.type ?? UNKNOWN, isOptional: false })
  const used = node.arguments.map((argument) => checking.check(argument, checking))
  // A table with a mistake, or with a value that is not shown.
  if (value === null || used.some(isUnknown)) return unknownAt(span)
  if (used.length !== parameters.length) {
    const words = parameters.map((parameter) => `"${parameter.name}", ${typeInWords(parameter.type)}`).join('; ')
    checking.found.push(diagnostic('N054', nameSpan, 'takes', name, words))
    return unknownAt(span)
  }
  const fitted = parameters.map((parameter, index) => fit(used[index], parameter, name, checking))
  if (fitted.includes(null)) return unknownAt(span)
  const decided = parameters.reduce<Expression>(
    (expression, parameter, index) => {
      const argument = fitted[index]
      return argument === null || argument === undefined
        ? expression
        : substitute(expression, parameterName(parameter.name), argument)
    },
    placedAt(value, span),
  )
  const parts = partsIn(decided)
  if (parts <= GROWN_PARTS_MAX) return decided
  checking.found.push(diagnostic('N067', span, `The lookup "${name}"`, parts, GROWN_PARTS_MAX))
  return unknownAt(span)
}

/** The name under which a table's expression has a column; no author can write it. */
export function parameterName(name: string): string {
  return `column ${name}`
}

/** Null after a diagnostic. */
function fit(
  used: Expression | undefined,
  { type, isOptional }: CatalogueDecision['parameters'][number],
  name: string,
  checking: Checking,
): Expression | null {
  if (used === undefined || (!isOptional && refuseEmpty(used, checking))) return null
  const converted = convertTo(used, type)
  if (converted !== null) return converted
  const [expected, actual] = [typeInWords(type), typeInWords(used.type)]
  checking.found.push(
    misfitChoice(used, type) ?? diagnostic('N054', used.span, 'other type of a lookup', name, expected, actual),
  )
  return null
}
