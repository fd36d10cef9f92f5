// Sets of possible values of one subject (a field, a comparison, a fact), where emptiness counts as a value. They are
// closed under intersection and complement, which is all that deciding needs.

import type { ValueType } from '../expression/expression.ts'
import { order } from '../expression/evaluate/comparison.ts'

export type Scalar = string | number | boolean

/** The kind of a subject's values. Labels: these words; null: any text. Numbers: any ordered values. */
export type Domain =
  | { readonly kind: 'labels'; readonly all: readonly Scalar[] | null }
  | { readonly kind: 'ordered'; readonly type: ValueType; readonly isWhole: boolean }

/** An interval; null means unbounded. */
export interface Interval {
  readonly from: Bound | null
  readonly to: Bound | null
}

export interface Bound {
  readonly value: Scalar
  readonly isIncluded: boolean
}

export interface ValueSet {
  readonly hasEmpty: boolean
  readonly values: Labels | Intervals
}

/** The labels, or with `isAllBut` their complement. */
interface Labels {
  readonly kind: 'labels'
  readonly labels: readonly Scalar[]
  readonly isAllBut: boolean
}

/** Disjoint and in order. */
interface Intervals {
  readonly kind: 'intervals'
  readonly intervals: readonly Interval[]
}

export function everything(domain: Domain): ValueSet {
  return {
    hasEmpty: true,
    values:
      domain.kind === 'labels'
        ? { kind: 'labels', labels: [], isAllBut: true }
        : { kind: 'intervals', intervals: [{ from: null, to: null }] },
  }
}

export function onlyEmpty(domain: Domain): ValueSet {
  return {
    hasEmpty: true,
    values:
      domain.kind === 'labels' ? { kind: 'labels', labels: [], isAllBut: false } : { kind: 'intervals', intervals: [] },
  }
}

export function these(labels: readonly Scalar[]): ValueSet {
  return { hasEmpty: false, values: { kind: 'labels', labels, isAllBut: false } }
}

export function between(domain: Domain & { kind: 'ordered' }, from: Bound | null, to: Bound | null): ValueSet {
  return { hasEmpty: false, values: { kind: 'intervals', intervals: normalised(domain, [{ from, to }]) } }
}

/** `x < value` and the like; `== value` is a single-point interval. */
export function compared(
  domain: Domain & { kind: 'ordered' },
  operator: '==' | '<' | '<=' | '>' | '>=',
  value: Scalar,
): ValueSet {
  const bound = { value, isIncluded: operator !== '<' && operator !== '>' }
  return between(domain, operator.startsWith('<') ? null : bound, operator.startsWith('>') ? null : bound)
}

export function complement(domain: Domain, set: ValueSet): ValueSet {
  const { values } = set
  if (values.kind === 'labels') return { hasEmpty: !set.hasEmpty, values: { ...values, isAllBut: !values.isAllBut } }
  if (domain.kind !== 'ordered') throw new Error('Defect: intervals of labels.')
  const gaps: Interval[] = []
  let from: Bound | null = null
  let isOpenBelow = true
  for (const interval of values.intervals) {
    if (interval.from !== null) gaps.push({ from: isOpenBelow ? null : from, to: beside(interval.from) })
    isOpenBelow = false
    from = interval.to === null ? null : beside(interval.to)
    if (interval.to === null)
      return { hasEmpty: !set.hasEmpty, values: { kind: 'intervals', intervals: normalised(domain, gaps) } }
  }
  gaps.push({ from: isOpenBelow ? null : from, to: null })
  return { hasEmpty: !set.hasEmpty, values: { kind: 'intervals', intervals: normalised(domain, gaps) } }
}

function beside({ value, isIncluded }: Bound): Bound {
  return { value, isIncluded: !isIncluded }
}

export function intersection(domain: Domain, a: ValueSet, b: ValueSet): ValueSet {
  const hasEmpty = a.hasEmpty && b.hasEmpty
  if (a.values.kind === 'labels' && b.values.kind === 'labels')
    return { hasEmpty, values: commonLabels(a.values, b.values) }
  if (a.values.kind !== 'intervals' || b.values.kind !== 'intervals' || domain.kind !== 'ordered')
    throw new Error('Defect: sets of different kinds.')
  const others = b.values.intervals
  const common = a.values.intervals.flatMap((one) =>
    others.map((other) => ({ from: later(domain, one.from, other.from), to: earlier(domain, one.to, other.to) })),
  )
  return { hasEmpty, values: { kind: 'intervals', intervals: normalised(domain, common) } }
}

export function union(domain: Domain, a: ValueSet, b: ValueSet): ValueSet {
  return complement(domain, intersection(domain, complement(domain, a), complement(domain, b)))
}

/** The union of two domains; null: not comparable. */
export function joinedDomain(a: Domain, b: Domain): Domain | null {
  if (a.kind === 'labels' && b.kind === 'labels')
    return { kind: 'labels', all: a.all === null || b.all === null ? null : [...new Set([...a.all, ...b.all])] }
  if (a.kind !== 'ordered' || b.kind !== 'ordered' || a.type.kind !== b.type.kind) return null
  return { kind: 'ordered', type: a.type, isWhole: a.isWhole && b.isWhole }
}

function commonLabels(a: Labels, b: Labels): Labels {
  if (a.isAllBut && b.isAllBut)
    return { kind: 'labels', labels: [...new Set([...a.labels, ...b.labels])], isAllBut: true }
  const [some, other] = a.isAllBut ? [b, a] : [a, b]
  return {
    kind: 'labels',
    labels: some.labels.filter((label) => other.labels.includes(label) !== other.isAllBut),
    isAllBut: false,
  }
}

function later(domain: Domain & { kind: 'ordered' }, a: Bound | null, b: Bound | null): Bound | null {
  if (a === null || b === null) return a ?? b
  const difference = order(domain.type)(a.value, b.value)
  return difference > 0 || (difference === 0 && !a.isIncluded) ? a : b
}

function earlier(domain: Domain & { kind: 'ordered' }, a: Bound | null, b: Bound | null): Bound | null {
  if (a === null || b === null) return a ?? b
  const difference = order(domain.type)(a.value, b.value)
  return difference < 0 || (difference === 0 && !a.isIncluded) ? a : b
}

/** Bounds of integer intervals are normalised to inclusive ones. Empty intervals are removed. */
function normalised(domain: Domain & { kind: 'ordered' }, intervals: readonly Interval[]): Interval[] {
  const whole = domain.isWhole
    ? intervals.map(({ from, to }) => ({ from: inward(from, 1), to: inward(to, -1) }))
    : intervals
  return whole.filter(({ from, to }) => {
    if (from === null || to === null) return true
    const difference = order(domain.type)(from.value, to.value)
    return difference < 0 || (difference === 0 && from.isIncluded && to.isIncluded)
  })
}

/** The nearest integer inside. A bound may be a decimal: `count > 2.5`. */
function inward(bound: Bound | null, step: 1 | -1): Bound | null {
  if (bound === null) return null
  const value = Number(bound.value)
  const rounded = step === 1 ? Math.ceil(value) : Math.floor(value)
  return { value: rounded === value && !bound.isIncluded ? value + step : rounded, isIncluded: true }
}

export function isNothing(domain: Domain, { hasEmpty, values }: ValueSet): boolean {
  if (hasEmpty) return false
  if (values.kind === 'intervals') return values.intervals.length === 0
  if (!values.isAllBut) return values.labels.length === 0
  return domain.kind === 'labels' && domain.all !== null && domain.all.every((label) => values.labels.includes(label))
}

/** A value of the set: null is empty, undefined any value that no expression names. */
export function sampleOf(domain: Domain, { hasEmpty, values }: ValueSet): Scalar | null | undefined {
  if (values.kind === 'intervals') {
    const [interval] = values.intervals
    if (interval === undefined) return hasEmpty ? null : undefined
    if (interval.from?.isIncluded === true) return interval.from.value
    if (interval.to?.isIncluded === true) return interval.to.value
    if (interval.from === null && interval.to === null)
      return domain.kind === 'ordered' && domain.isWhole ? 0 : undefined
    return undefined
  }
  const all = domain.kind === 'labels' ? domain.all : null
  if (!values.isAllBut) return values.labels[0] ?? (hasEmpty ? null : undefined)
  const left = all?.find((label) => !values.labels.includes(label))
  return left ?? (all !== null && hasEmpty ? null : undefined)
}

export function has(domain: Domain, set: ValueSet, value: Scalar | null): boolean {
  if (value === null) return set.hasEmpty
  const { values } = set
  if (values.kind === 'labels') return values.labels.includes(value) !== values.isAllBut
  if (domain.kind !== 'ordered') return false
  const compare = order(domain.type)
  return values.intervals.some(({ from, to }) => {
    const above = from === null ? 1 : compare(value, from.value)
    const below = to === null ? -1 : compare(value, to.value)
    return (
      (above > 0 || (above === 0 && from?.isIncluded === true)) &&
      (below < 0 || (below === 0 && to?.isIncluded === true))
    )
  })
}
