// Rows of `Clock | Does | Runs` → checked clocks: each names a transition of the clock that changes something.

import * as build from '../../expression/build.ts'
import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { ClockDraft, ClockMomentDraft, MachineDraft, TransitionDraft } from '../../draft/states.ts'
import type { Expression, Scope } from '../../expression/expression.ts'
import { typeInWords } from '../../expression/value-types.ts'
import type { Clock, ClockMoment } from '../../model/states.ts'
import { everyStep } from '../../model/steps/every-step.ts'
import type { Written } from '../../text/source.ts'
import { knownValues } from '../../expression/check/known-values.ts'
import { amountOf } from '../limits/amounts.ts'
import { workingAmount } from '../limits/calendars.ts'
import { procedureOf, refuseMissingInputs } from '../calls/transition-inputs.ts'
import { report, type Checking, reportedSoFar } from '../checking.ts'
import type { EntityFacts } from '../entities/facts.ts'
import { requireExpression } from '../expressions/expressions.ts'
import { recordVariable } from '../names/scopes.ts'
import { startsOf } from './state-reachability.ts'
import { CLOCK } from './transitions.ts'

export function checkClock(
  checking: Checking,
  machine: MachineDraft,
  entity: EntityFacts,
  draft: ClockDraft,
): Clock | null {
  const rows = machine.transitions.filter(({ name }) => name.text === draft.does.text)
  if (rows.length === 0) {
    const known = machine.transitions.map(({ name }) => name.text)
    return report(
      checking,
      diagnostic('N418', draft.does.span, machine.entity.text, draft.does.text).suggesting(draft.does.text, known),
    )
  }
  checking.names.recorder.use('transition', draft.does, machine.entity.text)
  const cases = rows.filter(({ who }) => who.some(({ text }) => text === CLOCK))
  if (cases.length === 0 && rows.some((row) => isDoerUnknown(checking, row))) return null
  if (cases.length === 0) return reportNoCase(checking, draft, rows)
  refuseMissingInputs(checking, procedureOf(checking, entity.name, draft.does.text), draft.does, new Set())
  const runs = checkMoment(checking, machine, entity, draft.runs, cases)
  return runs === null ? null : { name: draft.name.text, does: draft.does.text, runs, span: draft.name.span }
}

/** The performer is not shown or invalid, so it may be the clock. */
function isDoerUnknown(checking: Checking, { isNotShown, who }: TransitionDraft): boolean {
  return (
    (isNotShown && who.length === 0) ||
    who.some(({ span }) =>
      reportedSoFar(checking).some((told) => told.severity === 'error' && told.span.start === span.start),
    )
  )
}

function reportNoCase(checking: Checking, { does }: ClockDraft, rows: readonly TransitionDraft[]): null {
  const last = rows[0]?.who.at(-1)
  return report(
    checking,
    diagnostic('N409', does.span, 'not by the clock', does.text)
      .withHint(`Add "${CLOCK}" to its Who.`)
      .withFix(
        last === undefined
          ? null
          : {
              title: `Add "${CLOCK}" to its Who`,
              edits: [{ span: { start: last.span.end, end: last.span.end }, text: `, ${CLOCK}` }],
            },
      ),
  )
}

function checkMoment(
  checking: Checking,
  machine: MachineDraft,
  entity: EntityFacts,
  draft: ClockMomentDraft,
  cases: readonly TransitionDraft[],
): ClockMoment | null {
  // A clock is set when the record is written, so the present time is not in scope.
  const scope: Scope = {
    variables: new Map([['this', recordVariable(entity.name)]]),
    implicit: 'this',
    catalogue: checking.catalogue,
  }
  switch (draft.kind) {
    case 'every day':
      return { kind: 'every day', time: draft.time }
    case 'when it passes': {
      const moment = ofType(checking, draft.moment, scope, ['timestamp', 'date'], 'a date, or a date and time')
      return moment === null ? null : { kind: 'when it passes', moment }
    }
    case 'after entering': {
      const delay = delayOf(checking, draft.delay, scope)
      const isEntered = checkEntered(checking, machine, draft, cases)
      return delay === null || !isEntered
        ? null
        : { kind: 'after entering', delay, state: draft.state.text, isOnce: draft.isOnce }
    }
  }
}

/** `3 days`, or an expression. */
function delayOf(checking: Checking, written: Written, scope: Scope): Expression | null {
  const working = workingAmount(written, checking.calendars, checking.found)
  if (working === 'refused') return null
  const amount = working ?? (/^\d/.test(written.text) ? amountOf(written.text) : null)
  if (amount !== null && DELAYS.includes(amount.type.kind))
    return build.literal(amount.value, amount.type, written.span)
  const delay = ofType(checking, written, scope, DELAYS, 'a duration')
  if (delay?.type.kind !== 'working time' || knownValues(delay) !== null) return delay
  return report(checking, diagnostic('N054', delay.span, 'literal', 'after entering', 'a constant of working time'))
}

const DELAYS: readonly string[] = ['duration', 'calendar period', 'working time']

function ofType(
  checking: Checking,
  written: Written,
  scope: Scope,
  kinds: readonly string[],
  words: string,
): Expression | null {
  const value = requireExpression(checking, written, scope, null)
  if (value === null || kinds.includes(value.type.kind)) return value
  return report(checking, diagnostic('N054', value.span, 'other type', words, typeInWords(value.type)))
}

type AfterEntering = Extract<ClockMomentDraft, { kind: 'after entering' }>

/** The state exists, and the transition leaves it without an endless loop. */
function checkEntered(
  checking: Checking,
  machine: MachineDraft,
  { state, isOnce, span }: AfterEntering,
  cases: readonly TransitionDraft[],
): boolean {
  const known = machine.states.map(({ name }) => name.text)
  const name = `${machine.entity.text}.${machine.field.text}`
  if (!known.includes(state.text)) {
    report(checking, diagnostic('N405', state.span, name, state.text).suggesting(state.text, known))
    return false
  }
  checking.names.recorder.use('state', state, name)
  const starting = cases.filter(({ from }) => from === null || startsOf(machine, from).includes(state.text))
  const [first] = cases
  if (starting.length === 0 && first !== undefined) {
    report(
      checking,
      diagnostic('N409', state.span, 'not possible', first.name.text, state.text).because(
        first.name.span,
        'It starts elsewhere.',
      ),
    )
    return false
  }
  const circle = starting.find(({ to }) => to?.kind === 'state' && to.state.text === state.text)
  if (!isOnce && circle !== undefined)
    report(
      checking,
      diagnostic('N410', span, circle.name.text, state.text)
        .because(circle.name.span, `It stays in "${state.text}".`)
        .withHint('Write ", once" behind it, or let the transition lead elsewhere.')
        .withFix({ title: 'Run it once', edits: [{ span: { start: span.end, end: span.end }, text: ', once' }] }),
    )
  return true
}

/** Transitions that schedules do, directly or by other transitions. */
function doneByTheClock({ draft }: Checking): string[] {
  const steps = [...draft.calls.schedules, ...draft.states.procedures].flatMap((each) => everyStep(each.steps))
  return steps.flatMap(({ action }) => (action.kind === 'do' ? [action.transition.text] : []))
}

export function warnAboutIdleTransitions(checking: Checking, draft: MachineDraft): void {
  if (draft.areClocksNotShown) return
  const run = new Set([...draft.clocks.map(({ does }) => does.text), ...doneByTheClock(checking)])
  // A clock with a wrong transition is probably the missing one.
  const areClocksRight = draft.clocks.every(({ does }) =>
    draft.transitions.some(({ name, who }) => name.text === does.text && who.some(({ text }) => text === CLOCK)),
  )
  for (const { name, who, from } of draft.transitions) {
    const clock = who.find(({ text }) => text === CLOCK)
    if (clock !== undefined && from?.kind !== 'nothing' && !run.has(name.text) && areClocksRight)
      report(checking, diagnostic('N409', clock.span, 'never done', name.text))
  }
}
