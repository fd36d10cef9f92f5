// A row of point 4's transitions → the checked transition. Null: it is invalid, already reported.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { closest } from '../../diagnostic/did-you-mean.ts'
import type { MachineDraft, TransitionDraft } from '../../draft/states.ts'
import { assumeTrue } from '../../expression/check/check-expression.ts'
import type { Transition } from '../../model/states.ts'
import type { Performer } from '../../model/roles.ts'
import { statesBefore } from '../../model/transitions.ts'
import type { Written } from '../../text/source.ts'
import { report, type Checking, type StepChecking } from '../checking.ts'
import type { EntityFacts } from '../entities/facts.ts'
import { needsWhatIsNotShown, requireExpression } from '../expressions/expressions.ts'
import { PROVISIONAL_ROLE } from '../provisional/provisional-roles.ts'
import { baseRole, listOf, resolvePerformer } from '../names/resolve.ts'
import { presenceOfRoles, recordScope, type Presence } from '../names/scopes.ts'
import { startsOf } from './state-reachability.ts'
import { checkEffect } from './effects.ts'

export const CLOCK = 'the clock'
export const CALL = 'call only'

export function checkTransition(
  checking: StepChecking,
  machine: MachineDraft,
  entity: EntityFacts,
  draft: TransitionDraft,
): Transition | null {
  const areStatesKnown = checkStatesOf(checking, machine, draft)
  const before = checking.found.length
  const performers = checkWho(checking, draft, entity)
  const scope = recordScope(checking, entity.name, performers.presence)
  const guard = draft.onlyIf === null ? null : requireExpression(checking, draft.onlyIf, scope, { kind: 'boolean' })
  const narrowed = guard === null ? scope : assumeTrue(guard, scope)
  const effects = draft.effects.flatMap(
    (effect) => checkEffect(checking, entity, effect, narrowed, performers.presence) ?? [],
  )
  const { from, to, isNotShown } = draft
  if (!areStatesKnown || from === null || to === null || isNotShown) return null
  // A guard or effect needs a part that is not shown, so the transition is unknown.
  if (needsWhatIsNotShown(checking.found, before)) return null
  if (from.kind !== 'nothing') warnAboutNoStateBefore(checking, machine, draft)
  return {
    name: draft.name.text,
    from: startsOf(machine, from),
    to: to.kind === 'state' ? to.state.text : null,
    who: performers.who,
    isByClock: performers.isByClock,
    isByCall: performers.isByCall,
    guard,
    ifNot: draft.ifNot?.text ?? null,
    effects,
    span: draft.name.span,
  }
}

function checkStatesOf(checking: Checking, machine: MachineDraft, { from, to, name, who }: TransitionDraft): boolean {
  const named = [
    ...(from === null || from.kind === 'nothing' ? [] : from.states),
    ...(to?.kind === 'state' ? [to.state] : []),
  ]
  const areKnown = named.map((state) => isKnownState(checking, machine, state)).every(Boolean)
  if (from?.kind !== 'nothing') return areKnown
  if (to?.kind === 'the state before') {
    report(
      checking,
      diagnostic('N011', to.span, 'no former state').withHint('Write the name of the state in which it begins.'),
    )
    return false
  }
  const clock = who.find(({ text }) => text === CLOCK)
  if (clock !== undefined)
    report(
      checking,
      diagnostic('N407', clock.span, name.text).withHint('The clock creates no records; a schedule can.'),
    )
  return areKnown
}

interface Performers {
  readonly who: readonly Performer[]
  readonly isByClock: boolean
  readonly isByCall: boolean
  /** Presence of a user when it is done. */
  readonly presence: Presence
}

function checkWho(checking: Checking, draft: TransitionDraft, entity: EntityFacts): Performers {
  const { names } = checking
  const isByClock = draft.who.some(({ text }) => text === CLOCK)
  const isByCall = draft.who.some(({ text }) => text === CALL)
  const people = draft.who.filter(({ text }) => text !== CLOCK && text !== CALL)
  const isOpenToAll = names.areRolesNotShown && !((isByClock || isByCall) && people.length === 0)
  if (draft.who.length === 0 && !names.areRolesNotShown && !draft.isNotShown)
    report(checking, diagnostic('N407', draft.name.span, draft.name.text).withHint('Name a role under "Who".'))
  if (isOpenToAll) return { who: [{ kind: 'role', role: PROVISIONAL_ROLE }], isByClock, isByCall, presence: 'maybe' }
  const who = people.flatMap((role) => performerOf(checking, role, entity) ?? [])
  const presences: Presence[] = [
    ...(isByClock ? (['never'] as const) : []),
    ...(isByCall ? [names.guest === null ? ('always' as const) : ('maybe' as const)] : []),
    ...(people.length > 0 || !(isByClock || isByCall)
      ? [
          presenceOfRoles(
            checking,
            who.map((performer) => baseRole(checking, performer)),
          ),
        ]
      : []),
  ]
  const [first = 'maybe'] = presences
  return { who, isByClock, isByCall, presence: presences.every((each) => each === first) ? first : 'maybe' }
}

function performerOf(checking: Checking, role: Written, entity: EntityFacts): Performer | null {
  // The reader has reported that they are not supported yet.
  if (/^outside service\b/.test(role.text)) return null
  const { roles, contextualRoles } = checking.names
  const isKnown = roles.has(role.text) || contextualRoles.has(role.text)
  const known = [...roles.keys(), ...contextualRoles.keys(), CLOCK, CALL]
  const nearest = isKnown ? null : closest(role.text, known)
  if (nearest === CLOCK || nearest === CALL || /^(?:clock|calls?|timer)$/i.test(role.text))
    return report(
      checking,
      diagnostic('N601', role.span, role.text).suggesting(nearest ?? (/^call/i.test(role.text) ? CALL : CLOCK), [
        CLOCK,
        CALL,
      ]),
    )
  return resolvePerformer(checking, role, entity)
}

function isKnownState(checking: Checking, machine: MachineDraft, state: Written): boolean {
  const known = machine.states.map(({ name }) => name.text)
  const name = `${machine.entity.text}.${machine.field.text}`
  if (known.includes(state.text)) {
    checking.names.recorder.use('state', state, name)
    return true
  }
  report(
    checking,
    diagnostic('N405', state.span, name, state.text)
      .suggesting(state.text, [...known, 'the state before', 'nothing'])
      .meaning(/^(?:all|every|each|\*)$/i.test(state.text) ? 'any' : (listOf(state.text, known) ?? undefined)),
  )
  return false
}

/** N407: no transition leads into its states, so there is no previous state. */
function warnAboutNoStateBefore(checking: Checking, machine: MachineDraft, { name, from, to }: TransitionDraft): void {
  if (to?.kind !== 'the state before' || from === null) return
  const arrows = machine.transitions.flatMap((other) =>
    other.from !== null && other.to?.kind === 'state'
      ? [{ from: startsOf(machine, other.from), to: other.to.state.text }]
      : [],
  )
  const starts = startsOf(machine, from)
  const areAllKnown = machine.transitions.every((other) => other.from !== null && other.to !== null)
  if (areAllKnown && statesBefore(arrows, starts).length === 0)
    report(
      checking,
      diagnostic('N407', to.span, name.text).withHint(
        `No other state leads to ${starts.map((state) => `"${state}"`).join(' or ')}, so there is no state before.`,
      ),
    )
}
