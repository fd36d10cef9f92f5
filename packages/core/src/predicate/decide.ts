// Formulas → whether they can hold together. The disjunctive normal form is never materialized: its conjunctions are
// tried one after another, and each subject's values shrink with every part, until one conjunction remains or all have
// failed. A "no" is certain. A "yes" is certain only if the subjects are independent of each other.

import { membershipsIn, not, type Formula, type Membership, type Subject } from './formula.ts'
import {
  complement,
  type Domain,
  everything,
  intersection,
  isNothing,
  joinedDomain,
  onlyEmpty,
  union,
  type ValueSet,
} from './value-set.ts'

/** `isCertain`: such a record certainly can exist; otherwise no contradiction was found. */
export type Decision =
  | { readonly answer: 'yes'; readonly isCertain: boolean; readonly model: Assignment }
  | { readonly answer: 'no' }
  | { readonly answer: 'cannot tell' }

/** Remaining values of each subject, by key. */
export type Assignment = ReadonlyMap<string, Membership>

/** Attempts before giving up. Conditions that people write need a few dozen at most. */
const STEPS_MAX = 2000

export function canHold(formulas: readonly Formula[]): Decision {
  const universes = universesOf(formulas)
  if (universes === null) return { answer: 'cannot tell' }
  const searching: Searching = { universes, stepsLeft: STEPS_MAX }
  const model = search(formulas, new Map(), searching)
  if (model === null) return searching.stepsLeft > 0 ? { answer: 'no' } : { answer: 'cannot tell' }
  return { answer: 'yes', isCertain: areIndependent(model), model }
}

export function canNeverHold(...formulas: readonly Formula[]): boolean {
  return canHold(formulas).answer === 'no'
}

export function alwaysHolds(formula: Formula): boolean {
  return canNeverHold(not(formula))
}

/** True if the conditions imply the conclusion. False also if it cannot be decided. */
export function implies(conditions: readonly Formula[], conclusion: Formula): boolean {
  return canNeverHold(...conditions, not(conclusion))
}

interface Universe {
  readonly domain: Domain
  /** Every possible value of the subject. */
  readonly values: ValueSet
}

interface Searching {
  readonly universes: ReadonlyMap<string, Universe>
  stepsLeft: number
}

/**
 * By key. A subject that may be empty in one place may be empty everywhere. Conditions of two versions may have
 * different value sets: then their union is used. Null: not comparable.
 */
function universesOf(formulas: readonly Formula[]): Map<string, Universe> | null {
  const universes = new Map<string, Universe>()
  for (const { subject } of formulas.flatMap(membershipsIn)) {
    const own = { domain: subject.domain, values: universeOf(subject) }
    const other = universes.get(subject.key)
    const both = other === undefined ? own : joinedUniverse(other, own)
    if (both === null) return null
    universes.set(subject.key, both)
  }
  return universes
}

function joinedUniverse(a: Universe, b: Universe): Universe | null {
  const domain = joinedDomain(a.domain, b.domain)
  return domain === null ? null : { domain, values: union(domain, a.values, b.values) }
}

function universeOf({ domain, bounds, mayBeEmpty }: Subject): ValueSet {
  const values = bounds ?? everything(domain)
  if (mayBeEmpty) return { ...values, hasEmpty: true }
  return intersection(domain, values, complement(domain, onlyEmpty(domain)))
}

function search(formulas: readonly Formula[], before: Assignment, searching: Searching): Assignment | null {
  const assigned = new Map(before)
  const waiting = [...formulas]
  const choices: (readonly Formula[])[] = []
  for (let formula = waiting.pop(); formula !== undefined; formula = waiting.pop()) {
    if (formula === false) return null
    if (formula === true) continue
    if (formula.kind === 'all') waiting.push(...formula.parts)
    else if (formula.kind === 'any') choices.push(formula.parts)
    else if (!narrow(assigned, formula, searching)) return null
  }
  return choose(choices, assigned, searching)
}

function narrow(assigned: Map<string, Membership>, { subject, set }: Membership, { universes }: Searching): boolean {
  const { key } = subject
  const { domain, values } = universes.get(key) ?? { domain: subject.domain, values: everything(subject.domain) }
  const after = intersection(domain, assigned.get(key)?.set ?? values, set)
  assigned.set(key, { kind: 'in', subject: { ...subject, domain }, set: after })
  return !isNothing(domain, after)
}

/** The alternative with the fewest branches first, because it fails soonest. */
function choose(
  choices: readonly (readonly Formula[])[],
  assigned: Assignment,
  searching: Searching,
): Assignment | null {
  if (choices.length === 0) return assigned
  const [first, ...others] = choices.toSorted((a, b) => a.length - b.length)
  const rest: Formula[] = others.map((parts) => ({ kind: 'any', parts }))
  for (const part of first ?? []) {
    if (searching.stepsLeft <= 0) return null
    searching.stepsLeft -= 1
    const model = search([part, ...rest], assigned, searching)
    if (model !== null) return model
  }
  return null
}

/**
 * Fields can have any combination of values. An opaque fact can be true or false, but it may exclude values of the same
 * fields.
 */
function areIndependent(model: Assignment): boolean {
  const subjects = [...model.values()]
    .map(({ subject }) => subject)
    .filter((subject) => subject.isOpaque || !isPresence(subject, model))
  return subjects.every(
    (fact, index) =>
      !fact.isOpaque ||
      subjects.every((other, position) => position === index || !other.paths.some((path) => fact.paths.includes(path))),
  )
}

/** A presence test, which every other test of the subject includes. */
function isPresence(subject: Subject, model: Assignment): boolean {
  const set = model.get(subject.key)?.set
  if (set === undefined || set.hasEmpty) return false
  return isNothing(subject.domain, complement(subject.domain, { ...set, hasEmpty: true }))
}
