// Rows of one transition are its cases. Their guards must not overlap, and a gap between them gives a note.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Machine, Transition } from '../../model/states.ts'
import { all, any, not, type Formula } from '../../predicate/formula.ts'
import { constantPart } from '../conditions.ts'
import {
  formula,
  hasRole,
  holdersOf,
  inStates,
  intersects,
  isNever,
  plainRoleOf,
  sampleRow,
  type Considering,
} from '../considering.ts'
import { withArticle } from '../../text/article.ts'

export function warnAboutCases(of: Considering): void {
  for (const machine of of.model.states.machines) {
    for (const name of new Set(machine.transitions.map((transition) => transition.name))) {
      const cases = machine.transitions.filter((transition) => transition.name === name)
      const isToldElsewhere = cases.some(({ guard }) => guard !== null && constantPart(of, guard) !== null)
      if (cases.length > 1 && !isToldElsewhere) warnAboutCasesOf(of, machine, cases)
    }
    // Names do not matter: a new record uses one of them.
    if (machine.creations.length > 1) warnAboutOverlaps(of, machine, machine.creations)
  }
}

function warnAboutCasesOf(of: Considering, machine: Machine, cases: readonly Transition[]): void {
  if (!warnAboutOverlaps(of, machine, cases)) noteGap(of, machine, cases)
}

/** Returns whether it reported something. */
function warnAboutOverlaps(of: Considering, machine: Machine, cases: readonly Transition[]): boolean {
  for (const [index, one] of cases.entries()) {
    for (const earlier of cases.slice(0, index)) {
      if (!canOneDoBoth(of, one, earlier)) continue
      // A condition may require a role that the performer of the other case lacks.
      const conditions = [formula(of, one.guard), formula(of, earlier.guard)]
      if (isNever(of, ...conditions, doers(of, one), doers(of, earlier))) continue
      const shared = one.from.filter((state) => earlier.from.includes(state))
      const isCreation = one.from.length === 0
      const row =
        shared.length === 0 && !isCreation
          ? null
          : sampleRow(of, isCreation ? true : inStates(of, machine, shared), ...conditions)
      if (row === null) continue
      of.found.push(
        diagnostic('N408', one.guard?.span ?? one.span, rowsInWords(one, earlier))
          .because(earlier.guard?.span ?? earlier.span, 'The other row.')
          .withHint(`Both fit such ${withArticle(machine.entity)}: ${row}`),
      )
      return true
    }
  }
  return false
}

function rowsInWords(one: Transition, other: Transition): string {
  return one.name === other.name ? `Two rows of "${one.name}"` : `"${one.name}" and "${other.name}"`
}

function doers(of: Considering, { who, isByClock, isByCall }: Transition): Formula {
  return isByClock || isByCall ? true : any(who.map((performer) => hasRole(plainRoleOf(of, performer))))
}

function canOneDoBoth(of: Considering, one: Transition, other: Transition): boolean {
  if (one.isByClock && other.isByClock) return true
  const isDoneByPeople = ({ who, isByCall }: Transition): boolean => isByCall || who.length > 0
  if ((one.isByCall && isDoneByPeople(other)) || (other.isByCall && isDoneByPeople(one))) return true
  const holders = (transition: Transition) =>
    holdersOf(
      of,
      transition.who.map((performer) => plainRoleOf(of, performer)),
    )
  return intersects(holders(one), holders(other))
}

/** N421: in a state that all cases leave, nothing happens for some records. */
function noteGap(of: Considering, machine: Machine, cases: readonly Transition[]): void {
  const shared = machine.states
    .map(({ name }) => name)
    .filter((state) => cases.every(({ from }) => from.includes(state)))
  if (shared.length === 0 || cases.some(({ guard }) => guard === null)) return
  const row = sampleRow(of, inStates(of, machine, shared), all(cases.map(({ guard }) => not(formula(of, guard)))))
  const [first] = cases
  if (row !== null && first !== undefined)
    of.found.push(
      diagnostic('N421', first.span, first.name).withHint(`None fits such ${withArticle(machine.entity)}: ${row}`),
    )
}
