// Formulas → can they hold together? The disjunctive normal form is never written down: its conjunctions are
// tried one after another, each thing's values shrinking with every part, until one is left or all have failed.
// A "no" is certain. A "yes" is certain only where the things that it speaks of are independent of each other.

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

/** `isCertain`: such a record surely can exist; otherwise nothing that was looked at speaks against it. */
export type Decision =
  | { readonly answer: 'yes'; readonly isCertain: boolean; readonly model: Assignment }
  | { readonly answer: 'no' }
  | { readonly answer: 'cannot tell' }

/** Remaining values of each thing, by its key. */
export type Assignment = ReadonlyMap<string, Membership>

/** Choices tried before giving up. Predicates that people write need a few dozen at most. */
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

/** Wherever all the conditions hold, so does the conclusion. False also where it cannot be told. */
export function implies(conditions: readonly Formula[], conclusion: Formula): boolean {
  return canNeverHold(...conditions, not(conclusion))
}

interface Universe {
  readonly domain: Domain
  /** Every value that the thing can have. */
  readonly values: ValueSet
}

interface Searching {
  readonly universes: ReadonlyMap<string, Universe>
  stepsLeft: number
}

/**
 * By key. One that may be empty at one place may be so at all of them. Conditions of two versions may speak of a thing
 * whose values have changed: then it can have those of both. Null: they cannot be compared.
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

/** The choice with the fewest ways first: it fails soonest. */
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
 * Fields can have any of their values side by side. A fact that is not looked into can be so or otherwise, but
 * it may exclude whatever else is about the same fields.
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

/** Only asked whether it is there: whatever is asked about it asks that as well. */
function isPresence(subject: Subject, model: Assignment): boolean {
  const set = model.get(subject.key)?.set
  if (set === undefined || set.hasEmpty) return false
  return isNothing(subject.domain, complement(subject.domain, { ...set, hasEmpty: true }))
}
