// A cell of a decision table → its condition on the table's parameter.

import * as build from '../../expression/build.ts'
import { diagnostic, type Diagnostic } from '../../diagnostic/diagnostic.ts'
import type { BoundDraft, ConditionDraft } from '../../draft/limits.ts'
import { allOf, notOf, TRUE } from '../../expression/conditions.ts'
import type { CatalogueDecision, Expression, Scope } from '../../expression/expression.ts'
import { BOOLEAN, convertTo, isOrdered, TEXT, typeInWords } from '../../expression/value-types.ts'
import type { Span, Written } from '../../text/source.ts'
import { optionalExpression } from '../expressions/expressions.ts'
import { statedAmount } from './constants.ts'
import type { DecisionContext } from './decision-context.ts'

type Parameter = CatalogueDecision['parameters'][number]
type Cell<Kind extends ConditionDraft['kind']> = Extract<ConditionDraft, { kind: Kind }>

/** Null after a diagnostic. */
export function conditionOfCell(
  cell: ConditionDraft,
  parameter: Parameter,
  scope: Scope,
  deciding: DecisionContext,
): Expression | null {
  switch (cell.kind) {
    case 'any':
      return TRUE
    case 'expression': {
      const condition = optionalExpression(deciding, cell.written, scope, BOOLEAN)
      return condition === 'absent' ? null : condition
    }
    case 'presence': {
      const value = parameterAt(parameter, cell.span)
      return cell.isEmpty ? build.isEmpty(value) : build.isNotEmpty(value)
    }
    case 'compared': {
      const bound = boundOf(cell.bound, parameter, cell.span, scope, deciding)
      return bound === null ? null : ifPresent(parameter, cell.span, (value) => compare(cell.operator, value, bound))
    }
    case 'between': {
      const from = boundOf(cell.from, parameter, cell.span, scope, deciding)
      const to = boundOf(cell.to, parameter, cell.span, scope, deciding)
      if (from === null || to === null) return null
      return ifPresent(parameter, cell.span, (value) => allOf([compare('>=', value, from), compare('<=', value, to)]))
    }
    case 'one of':
      return oneOf(cell, parameter, deciding)
  }
}

function parameterAt({ name, type, isOptional }: Parameter, span: Span): Expression {
  return build.variable(name, type, span, isOptional)
}

function ifPresent(parameter: Parameter, span: Span, condition: (value: Expression) => Expression): Expression {
  const value = parameterAt(parameter, span)
  return allOf([...(value.isOptional ? [build.isNotEmpty(value)] : []), condition({ ...value, isOptional: false })])
}

function compare(operator: '<' | '<=' | '>' | '>=' | '==', value: Expression, bound: Expression): Expression {
  return build.binary(operator, value, bound)
}

/** An amount or a constant to compare with. */
function boundOf(
  { written, isExpression }: BoundDraft,
  { name, type }: Parameter,
  span: Span,
  scope: Scope,
  deciding: DecisionContext,
): Expression | null {
  if (!isOrdered(type) || type.kind === 'text') {
    const words = `"${name}" is ${typeInWords(type)}: it is neither more nor less than something.`
    deciding.found.push(misfitting(span, words))
    return null
  }
  if (!isExpression) return literalOf(written, false, { name, type }, deciding)
  const value = optionalExpression(deciding, written, scope, type)
  return value === 'absent' ? null : value
}

function oneOf(
  { values, isExcept, span }: Cell<'one of'>,
  parameter: Parameter,
  deciding: DecisionContext,
): Expression | null {
  const { type } = parameter
  const literals = values.flatMap(({ written, isQuoted }) => literalOf(written, isQuoted, parameter, deciding) ?? [])
  if (literals.length < values.length) return null
  return ifPresent(parameter, span, (value) => {
    const [only] = literals
    const isOne =
      literals.length === 1 && only !== undefined
        ? compare('==', value, only)
        : build.binary('in', value, build.list(literals, type, span), span)
    return isExcept ? notOf(isOne) : isOne
  })
}

function misfitting(span: Span, words: string): Diagnostic {
  const hint =
    'Write a value of the column, at least, at most, more than or less than one, or a condition in backticks.'
  return diagnostic('N902', span, 'condition that does not fit', words).withHint(hint)
}

/** Null after a diagnostic. */
function literalOf(
  written: Written,
  isQuoted: boolean,
  { name, type }: Pick<Parameter, 'name' | 'type'>,
  { calendars, found, names }: DecisionContext,
): Expression | null {
  const { text, span } = written
  if (type.kind === 'choice') {
    const owner = names.recorder.ownerOf(type.values)
    if (type.values.includes(text)) {
      if (owner !== null) names.recorder.use(owner.kind, written, owner.of)
      return build.literal(text, type, span)
    }
    found.push(diagnostic('N902', span, 'no choice', text, name).suggesting(text, type.values))
    return null
  }
  if (type.kind === 'text') return build.literal(text, TEXT, span)
  const misfit = (): null => {
    const words = `"${name}" is ${typeInWords(type)}, and "${text}" is not.`
    found.push(misfitting(span, words))
    return null
  }
  if (isQuoted || text === '') return misfit()
  const amount = statedAmount(written, calendars, found)
  if (amount === null) return null
  return convertTo(build.literal(amount.value, amount.type, span), type) ?? misfit()
}
