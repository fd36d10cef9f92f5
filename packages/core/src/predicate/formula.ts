// A formula: a typed condition reduced to "this subject has one of these values", with "and" and "or". There is no
// "not", because the complement of the values says the same.

import { complement, type Domain, type ValueSet } from './value-set.ts'

export type Formula = boolean | Membership | Joined<'all'> | Joined<'any'>

interface Joined<Kind> {
  readonly kind: Kind
  readonly parts: readonly Formula[]
}

export interface Membership {
  readonly kind: 'in'
  readonly subject: Subject
  readonly set: ValueSet
}

/** A subject of a condition: a field, a role, or an opaque fact. */
export interface Subject {
  /** Equal for equal subjects. */
  readonly key: string
  /** In the author's notation. */
  readonly text: string
  readonly domain: Domain
  readonly mayBeEmpty: boolean
  /** Its possible values by the rules of its field. */
  readonly bounds: ValueSet | null
  /** It depends on other subjects in ways that are not analysed; see `isCertain` in decide.ts. */
  readonly isOpaque: boolean
  /** Paths of the fields that it depends on. */
  readonly paths: readonly string[]
}

export function isIn(subject: Subject, set: ValueSet): Membership {
  return { kind: 'in', subject, set }
}

export function all(parts: readonly Formula[]): Formula {
  return joined('all', parts)
}

export function any(parts: readonly Formula[]): Formula {
  return joined('any', parts)
}

function joined(kind: 'all' | 'any', parts: readonly Formula[]): Formula {
  const decisive = kind === 'any'
  const flat: Formula[] = []
  for (const part of parts) {
    if (part === decisive) return decisive
    if (typeof part === 'boolean') continue
    if (part.kind === kind) flat.push(...part.parts)
    else flat.push(part)
  }
  if (flat.length === 0) return !decisive
  if (flat.length === 1) return flat[0] ?? !decisive
  return kind === 'all' ? { kind: 'all', parts: flat } : { kind: 'any', parts: flat }
}

export function not(formula: Formula): Formula {
  if (typeof formula === 'boolean') return !formula
  if (formula.kind === 'in') return isIn(formula.subject, complement(formula.subject.domain, formula.set))
  return joined(formula.kind === 'all' ? 'any' : 'all', formula.parts.map(not))
}

export function membershipsIn(formula: Formula): Membership[] {
  if (typeof formula === 'boolean') return []
  return formula.kind === 'in' ? [formula] : formula.parts.flatMap(membershipsIn)
}
