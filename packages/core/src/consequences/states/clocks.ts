// Clocks of point 4 against each other and against their moments: N423 if one runs at once, or never, because another
// one moves the record before.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { daysAround, type WorkingTime, workingTimeOf } from '../../expression/business-calendar.ts'
import { calendarPeriodOf } from '../../expression/evaluate/calendar-period.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Clock, Machine } from '../../model/states.ts'
import { knownMoment } from '../../predicate/order-of-moments.ts'
import type { Considering } from '../considering.ts'

export function warnAboutClocks(of: Considering): void {
  for (const machine of of.model.states.machines) {
    for (const clock of machine.clocks) {
      if (warnAboutPast(of, machine, clock) || warnAboutNoDelay(of, clock)) continue
      warnAboutOvertaken(of, machine, clock)
    }
  }
}

/** A written record is never newer than the present, so the time of its creation has passed. */
function warnAboutPast(of: Considering, { entity }: Machine, { runs, name }: Clock): boolean {
  if (runs.kind !== 'when it passes') return false
  const moment = knownMoment(runs.moment)
  if (moment === null || moment.shift > 0) return false
  const { base } = moment
  if (base.kind !== 'field' || base.entity !== entity || base.of.kind !== 'variable') return false
  const field = of.fields.get(entity)?.get(base.field)
  if (field?.isBuiltIn !== true || field.type.kind !== 'date and time') return false
  of.found.push(
    diagnostic('N423', runs.moment.span, 'at once by a field', name, field.name).withHint(
      `Name a later moment, such as \`plus(${field.name}, CONSTANT)\` with a constant of point 9.`,
    ),
  )
  return true
}

/** Reported where the amount is written, which may be a constant of point 9. */
function warnAboutNoDelay(of: Considering, { runs, name }: Clock): boolean {
  if (runs.kind !== 'after entering' || lengthOf(runs.delay)?.most !== 0) return false
  const constant = runs.delay.kind === 'literal' ? runs.delay.constant : undefined
  const stated = constant === undefined ? null : (of.checking.names.constants.get(constant)?.value ?? null)
  const found = diagnostic('N423', stated?.span ?? runs.delay.span, 'at once in a state', name, runs.state).withHint(
    'Name a longer time, or let the transition that leads there lead on.',
  )
  of.found.push(stated === null ? found : found.because(runs.delay.span, 'It is used here.'))
  return true
}

/** Two clocks start in the same state, and the earlier one certainly leaves it. */
function warnAboutOvertaken(of: Considering, machine: Machine, clock: Clock): void {
  const { runs } = clock
  if (runs.kind !== 'after entering') return
  const least = lengthOf(runs.delay)?.least
  if (least === undefined) return
  const earlier = machine.clocks.find(
    (other) =>
      other !== clock &&
      other.runs.kind === 'after entering' &&
      other.runs.state === runs.state &&
      isBetween(lengthOf(other.runs.delay)?.most, least) &&
      surelyLeaves(of, machine, other.does, runs.state),
  )
  if (earlier === undefined) return
  of.found.push(
    diagnostic('N423', clock.span, 'never runs', clock.name, earlier.name, runs.state)
      .because(earlier.span, 'This one runs earlier.')
      .withHint('Let it run earlier than the other one.'),
  )
}

/** A clock that runs at once is already reported. */
function isBetween(most: number | undefined, least: number): boolean {
  return most !== undefined && most > 0 && most < least
}

/** Transitions without a condition, which no rule or step can stop. */
export function surelyLeaves(of: Considering, machine: Machine, transition: string, state: string): boolean {
  const ways = machine.transitions.filter(
    ({ name, from, isByClock }) => name === transition && isByClock && from.includes(state),
  )
  const [way, ...others] = ways
  if (way === undefined || others.length > 0 || way.guard !== null || way.to === null || way.to === state) return false
  if (machine.procedures.some((procedure) => procedure.transition === transition)) return false
  // Rules about every record already hold; rules about changes of other fields do not apply here.
  return !of.model.validation.rules.some(
    ({ entity, when }) =>
      entity === machine.entity &&
      (when.kind === 'change' ||
        (when.kind === 'transition' && when.transition === transition) ||
        (when.kind === 'field changes' && when.field === machine.field)),
  )
}

const DAY_MS = 86_400_000
/** Days with a change of clocks are shorter or longer. */
const CLOCK_CHANGE_MS = 2 * 3_600_000

/** In milliseconds; null: not written as an amount. */
export function lengthOf(delay: Expression): { readonly least: number; readonly most: number } | null {
  if (delay.kind !== 'literal') return null
  if (delay.type.kind === 'duration') return { least: Number(delay.value), most: Number(delay.value) }
  if (delay.type.kind === 'working time') return lengthOfWorkingTime(workingTimeOf(String(delay.value)))
  if (delay.type.kind !== 'calendar period') return null
  const { months, days } = calendarPeriodOf(String(delay.value))
  if (months === 0 && days === 0) return { least: 0, most: 0 }
  return {
    least: (months * 28 + days) * DAY_MS - CLOCK_CHANGE_MS,
    most: (months * 31 + days) * DAY_MS + CLOCK_CHANGE_MS,
  }
}

/** The last of n working days is at least n days away. */
function lengthOfWorkingTime(time: WorkingTime): { readonly least: number; readonly most: number } {
  const least = time.unit === 'days' ? time.amount * DAY_MS - CLOCK_CHANGE_MS : time.amount * 60_000
  return { least, most: ((daysAround(time) ?? 0) + 1) * DAY_MS }
}
