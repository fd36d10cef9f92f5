// Guards of point 4 about elapsed time, in a state that a clock ends after a fixed time: N059 if the time has always,
// or never, passed by then.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { conjuncts } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Clock, Machine, Transition } from '../../model/states.ts'
import { targetsOf } from '../../model/transitions.ts'
import { knownMoment } from '../../predicate/order-of-moments.ts'
import type { Considering } from '../considering.ts'
import { writtenOutsideTransitions } from '../written-fields.ts'
import { lengthOf, surelyLeaves } from './clocks.ts'

export function warnAboutGuardsAndClocks(of: Considering): void {
  const written = writtenOutsideTransitions(of)
  for (const machine of of.model.states.machines)
    for (const transition of machine.transitions) {
      if (transition.guard === null || transition.isByClock) continue
      for (const part of conjuncts(transition.guard)) warnAboutPart(of, machine, transition, part, written)
    }
}

function warnAboutPart(
  of: Considering,
  machine: Machine,
  transition: Transition,
  part: Expression,
  written: ReadonlySet<string>,
): void {
  const asked = sinceOf(part)
  if (asked === null || transition.from.length === 0) return
  const clocks = transition.from.map((state) => endOf(of, machine, state))
  const longest = Math.max(...clocks.map((clock) => (clock === null ? Infinity : lengthOfClock(clock))))
  if (longest > asked.least) return
  if (!transition.from.every((state) => isSetOnEntering(of, machine, state, asked.field, written))) return
  const clock = clocks.find((each) => each !== null)
  if (clock === undefined || clock === null) return
  of.found.push(
    diagnostic('N059', part.span, asked.isShorter ? 'always' : 'never')
      .because(clock.span, 'This clock takes the record away before.')
      .withHint(asked.isShorter ? 'Ask for less time than the clock waits.' : 'Let the clock wait longer than this.'),
  )
}

interface Since {
  readonly field: string
  /** Milliseconds. */
  readonly least: number
  /** It requires less than that; otherwise more. */
  readonly isShorter: boolean
}

const TURNED = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const

/** `now < plus(resolvedAt, week)`, `now - resolvedAt < week` and the like: the elapsed time. */
function sinceOf(part: Expression): Since | null {
  if (part.kind !== 'binary' || !(part.operator in TURNED)) return null
  const { left, right } = part
  const operator = part.operator as keyof typeof TURNED
  return sinceMoments(left, operator, right) ?? sinceLength(left, operator, right)
}

function sinceMoments(left: Expression, operator: keyof typeof TURNED, right: Expression): Since | null {
  if (isNow(baseOf(right))) return isNow(baseOf(left)) ? null : sinceMoments(right, TURNED[operator], left)
  const field = ownField(baseOf(right))
  if (!isNow(baseOf(left)) || field === null) return null
  const [before, after] = [shiftOf(left), shiftOf(right)]
  if (before === null || after === null) return null
  return { field, least: after.least - before.most, isShorter: operator.startsWith('<') }
}

function sinceLength(left: Expression, operator: keyof typeof TURNED, right: Expression): Since | null {
  if (left.kind !== 'call') return right.kind === 'call' ? sinceLength(right, TURNED[operator], left) : null
  const [to, from] = left.arguments
  const least = lengthOf(right)?.least
  if (left.function !== 'minus' || to === undefined || from === undefined || least === undefined) return null
  const field = ownField(from)
  return isNow(to) && field !== null ? { field, least, isShorter: operator.startsWith('<') } : null
}

function baseOf(expression: Expression): Expression {
  return knownMoment(expression)?.base ?? expression
}

/** Difference to the base, in milliseconds. */
function shiftOf(expression: Expression): { readonly least: number; readonly most: number } | null {
  if (expression.kind !== 'call' || !['plus', 'minus'].includes(expression.function)) return { least: 0, most: 0 }
  const [base, by] = expression.arguments
  const [inner, length] = [base === undefined ? null : shiftOf(base), by === undefined ? null : lengthOf(by)]
  if (inner === null || length === null) return null
  return expression.function === 'plus'
    ? { least: inner.least + length.least, most: inner.most + length.most }
    : { least: inner.least - length.most, most: inner.most - length.least }
}

function isNow(expression: Expression): boolean {
  return expression.kind === 'variable' && expression.name === 'now'
}

function ownField(expression: Expression): string | null {
  const isOwn = expression.kind === 'field' && expression.of.kind === 'variable' && expression.of.name === 'this'
  return isOwn ? expression.field : null
}

/** The clock that certainly ends the state. */
function endOf(of: Considering, machine: Machine, state: string): Clock | null {
  return (
    machine.clocks.find(
      ({ runs, does }) =>
        runs.kind === 'after entering' && runs.state === state && surelyLeaves(of, machine, does, state),
    ) ?? null
  )
}

function lengthOfClock({ runs }: Clock): number {
  return runs.kind === 'after entering' ? (lengthOf(runs.delay)?.most ?? Infinity) : Infinity
}

/** Tells whether the field is set to the present moment at every entry into the state, and by nothing else. */
function isSetOnEntering(
  of: Considering,
  machine: Machine,
  state: string,
  name: string,
  written: ReadonlySet<string>,
): boolean {
  const field = of.fields.get(machine.entity)?.get(name)
  if (field === undefined || written.has(`${machine.entity}.${name}`)) return false
  const entering = [...machine.transitions, ...machine.creations].filter(
    (each) => targetsOf(machine, each).includes(state) && each.from.some((from) => from !== state),
  )
  const isBorn = machine.initial === state
  if (name === 'createdAt' && field.isBuiltIn) return isBorn && entering.length === 0
  const isSetAtBirth = field.default !== null && isNow(field.default)
  return (
    (!isBorn || isSetAtBirth) && entering.every((each) => setsToNow(each, name)) && entering.length + Number(isBorn) > 0
  )
}

function setsToNow({ effects }: Transition, name: string): boolean {
  const effect = effects.findLast((each) => (each.kind === 'set' || each.kind === 'clear') && each.field === name)
  return effect?.kind === 'set' && isNow(effect.to)
}
