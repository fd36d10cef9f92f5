// A valued part of a condition → the formula's subject, with its possible values.

import { variablesIn, visit } from '../expression/conditions.ts'
import type { Expression, ValueType } from '../expression/expression.ts'
import { memberIn } from '../expression/members.ts'
import { pathOf } from '../expression/check/narrowing.ts'
import { printExpression } from '../expression/syntax/print-expression.ts'
import { typeInWords } from '../expression/value-types.ts'
import type { CheckedFieldType } from '../model/entities.ts'
import type { Subject } from './formula.ts'
import { isLengthOfPeriod } from './order-of-moments.ts'
import { between, type Domain, type ValueSet } from './value-set.ts'
import { PAIR } from './witness.ts'

/** Limits of the model for values of a field. */
export interface FieldLimits {
  readonly type: CheckedFieldType
  readonly isRequired: boolean
  readonly min: number | null
  readonly max: number | null
}

export type LimitsOfField = (entity: string, field: string) => FieldLimits | null

function domainOf(type: ValueType): Domain {
  switch (type.kind) {
    case 'boolean':
      return { kind: 'labels', all: [true, false] }
    case 'choice':
      return { kind: 'labels', all: type.values }
    case 'text':
      return { kind: 'labels', all: null }
    case 'integer':
      return { kind: 'ordered', type: { kind: 'decimal' }, isWhole: true }
    case 'duration':
    case 'timestamp':
      return { kind: 'ordered', type, isWhole: true }
    case 'decimal':
    case 'date':
    case 'time':
      return { kind: 'ordered', type, isWhole: false }
    case 'money':
      return type.currency === null ? onlyPresence(type) : { kind: 'ordered', type, isWhole: false }
    default:
      return onlyPresence(type)
  }
}

/** For records, lists, periods and files only presence counts. */
function onlyPresence(type: ValueType): Domain {
  return { kind: 'labels', all: [`some ${typeInWords(type).replace(/^an? /, '')}`] }
}

export function subjectOf(expression: Expression, limits: LimitsOfField): Subject {
  const domain = domainOf(expression.type)
  const path = pathOf(expression)
  return {
    ...namesOf(expression),
    domain,
    mayBeEmpty: expression.isOptional,
    bounds: domain.kind === 'ordered' ? boundsOf(expression, domain, limits) : null,
    // A start and an end, or a name and a size, depend on each other in ways that are not analysed.
    isOpaque: path === null || memberIn(expression) !== null,
    paths: pathsIn(expression),
  }
}

/** The key tells the field `this.book` from a bound record `book`; people read the text. */
function namesOf(expression: Expression): { readonly key: string; readonly text: string } {
  return { key: printExpression(expression, null), text: printExpression(expression) }
}

/** Two compared values, of which only the result is known. */
export function pairOf(
  left: Expression,
  right: Expression,
  isOrdered: boolean,
): { readonly subject: Subject; readonly isTurned: boolean; readonly isSame: boolean } {
  const [a, b] = [namesOf(left), namesOf(right)]
  const isTurned = a.text === b.text ? a.key > b.key : a.text > b.text
  const [first, second] = isTurned ? [b, a] : [a, b]
  const subject: Subject = {
    key: `${first.key}${PAIR}${second.key}`,
    text: `${first.text}${PAIR}${second.text}`,
    domain: { kind: 'labels', all: isOrdered ? ['<', '==', '>'] : ['==', '!='] },
    mayBeEmpty: left.isOptional || right.isOptional,
    bounds: null,
    isOpaque: true,
    paths: [...pathsIn(left), ...pathsIn(right)],
  }
  return { subject, isTurned, isSame: a.key === b.key }
}

/** An opaque boolean fact. */
export function factOf(expression: Expression): Subject {
  return {
    ...namesOf(expression),
    domain: { kind: 'labels', all: [true, false] },
    mayBeEmpty: false,
    bounds: null,
    isOpaque: pathOf(expression) === null,
    paths: pathsIn(expression),
  }
}

export function roleSubject(role: string): Subject {
  const text = `me.has(${JSON.stringify(role)})`
  return {
    key: text,
    text,
    domain: { kind: 'labels', all: [true, false] },
    mayBeEmpty: false,
    bounds: null,
    isOpaque: false,
    paths: [],
  }
}

function pathsIn(expression: Expression): string[] {
  const paths = new Set<string>()
  visit(expression, (part) => {
    const path = part.kind === 'field' ? pathOf(part) : null
    if (path !== null) paths.add(path)
  })
  // For `ticket.requester` the path is the longest one, not `ticket`.
  const ends = [...paths].filter((path) => ![...paths].some((other) => other.startsWith(`${path}.`)))
  return ends.length > 0 ? ends : [...variablesIn(expression)]
}

function boundsOf(
  expression: Expression,
  domain: Domain & { kind: 'ordered' },
  limits: LimitsOfField,
): ValueSet | null {
  if (expression.kind === 'field') {
    const field = limits(expression.entity, expression.field)
    return field === null ? null : within(domain, valueMin(field), valueMax(field))
  }
  if (isLengthOfPeriod(expression)) return between(domain, { value: 0, isIncluded: false }, null)
  const [measured] = expression.kind === 'call' && expression.function === 'size' ? expression.arguments : []
  if (measured === undefined) return null
  const field = measured.kind === 'field' ? limits(measured.entity, measured.field) : null
  if (field === null || !('lengthMax' in field.type)) return within(domain, 0, null)
  const blank = field.isRequired && field.type.lengthMin !== 0 ? 1 : 0
  return within(
    domain,
    Math.max(blank, field.type.lengthMin ?? 0, field.min ?? 0),
    least(field.type.lengthMax, field.max),
  )
}

function within(domain: Domain & { kind: 'ordered' }, min: number | null, max: number | null): ValueSet | null {
  if (min === null && max === null) return null
  return between(
    domain,
    min === null ? null : { value: min, isIncluded: true },
    max === null ? null : { value: max, isIncluded: true },
  )
}

function valueMin({ type, min }: FieldLimits): number | null {
  if (type.kind === 'sequence') return type.format === null ? type.from : null
  const own = type.kind === 'whole number' ? type.min : null
  return own === null || min === null ? (own ?? min) : Math.max(own, min)
}

function valueMax({ type, max }: FieldLimits): number | null {
  return least(type.kind === 'whole number' ? type.max : null, max)
}

function least(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b)
}
