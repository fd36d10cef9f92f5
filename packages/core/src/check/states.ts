// Draft states → checked machines.
// Whether a guard can ever hold is not decided here; whether a state can be reached by its arrows is.

import { diagnostic } from '../diagnostic/diagnostic.ts'
import type { ClockDraft, EffectDraft, MachineDraft, TransitionDraft } from '../draft/states.ts'
import { assumeTrue } from '../expression/check-expression.ts'
import type { Scope } from '../expression/expression.ts'
import type { Clock, Effect, Machine, State, StatesModel, Transition } from '../model/states.ts'
import type { Performer } from '../model/roles.ts'
import type { Written } from '../text/source.ts'
import { report, reportAbsence, type Checking } from './checking.ts'
import { reachable } from './computed-fields.ts'
import { isComputed, type EntityFacts } from './entity-facts.ts'
import { requireExpression, requireValue } from './expressions.ts'
import { PROVISIONAL_ROLE } from './provisional-roles.ts'
import { baseRole, resolveEntity, resolveField, resolvePerformer } from './resolve.ts'
import { presenceOfRoles, recordScope } from './scopes.ts'

export function checkStates(checking: Checking): StatesModel {
  return { machines: [...checking.names.machines.values()].flatMap((draft) => checkMachine(checking, draft) ?? []) }
}

function checkMachine(checking: Checking, draft: MachineDraft): Machine | null {
  const entity = resolveEntity(checking, draft.entity)
  const field = entity === null ? null : resolveField(checking, entity, draft.field)
  if (entity === null || field === null) return null
  const name = `${entity.name}.${draft.field.text}`
  if (field.field.type.kind !== 'state') {
    return report(
      checking,
      diagnostic('N420', draft.field.span, name).because(field.field.span, 'It is declared here.'),
    )
  }
  const states = checkStateNames(checking, draft)
  const initial = checkInitial(checking, draft, name)
  const transitions = draft.transitions.flatMap(
    (transition) => checkTransition(checking, draft, entity, transition) ?? [],
  )
  checkArrows(checking, draft, transitions, initial)
  const clocks = draft.clocks.flatMap((clock) => checkClock(checking, draft, clock, transitions) ?? [])
  warnAboutIdleTransitions(checking, draft)
  return {
    entity: entity.name,
    field: field.field.name,
    states,
    initial: initial ?? '',
    transitions,
    clocks,
    span: draft.field.span,
  }
}

function checkStateNames(checking: Checking, draft: MachineDraft): State[] {
  const first = new Map<string, Written>()
  return draft.states.flatMap(({ name, means, kind }) => {
    const other = first.get(name.text)
    if (other !== undefined) {
      report(
        checking,
        diagnostic('N008', name.span, 'one of these states', name.text).because(other.span, 'First given here.'),
      )
      return []
    }
    first.set(name.text, name)
    for (const word of kindsOf(kind)) {
      if (!['initial', 'final'].includes(word))
        report(
          checking,
          diagnostic(
            'N011',
            kind.span,
            `A state is initial, final, or neither; "${word}" is none of these.`,
          ).suggesting(word, ['initial', 'final']),
        )
    }
    return [
      {
        name: name.text,
        means: means.text === '' ? null : means.text,
        isFinal: kindsOf(kind).includes('final'),
        span: name.span,
      },
    ]
  })
}

function kindsOf(kind: Written): string[] {
  return kind.text.split(',').flatMap((word) => word.trim() || [])
}

function checkInitial(checking: Checking, draft: MachineDraft, name: string): string | null {
  const initial = draft.states.filter(({ kind }) => kindsOf(kind).includes('initial'))
  if (initial.length !== 1)
    report(checking, diagnostic('N401', initial[1]?.kind.span ?? draft.field.span, name, initial.length))
  return initial[0]?.name.text ?? null
}

function checkTransition(
  checking: Checking,
  machine: MachineDraft,
  entity: EntityFacts,
  draft: TransitionDraft,
): Transition | null {
  const isKnownTo = isKnownState(checking, machine, draft.to)
  const listed = draft.from.states.filter((state) => isKnownState(checking, machine, state)).map(({ text }) => text)
  const from =
    draft.from.kind === 'states'
      ? listed
      : machine.states.map(({ name }) => name.text).filter((state) => !listed.includes(state))
  const isByClock = draft.who.some(({ text }) => text === 'the clock')
  const people = draft.who.filter(({ text }) => text !== 'the clock')
  const isOpenToAll = checking.names.areRolesNotShown && !(isByClock && people.length === 0)
  const who: Performer[] = isOpenToAll
    ? [{ kind: 'role', role: PROVISIONAL_ROLE }]
    : people.flatMap((role) => performerOf(checking, role, entity) ?? [])
  if (draft.who.length === 0 && !checking.names.areRolesNotShown)
    report(checking, diagnostic('N407', draft.name.span, draft.name.text).withHint('Name a role under "Who".'))
  const presence = isOpenToAll
    ? 'maybe'
    : isByClock
      ? people.length === 0
        ? 'never'
        : 'maybe'
      : presenceOfRoles(
          checking,
          who.map((performer) => baseRole(checking, performer)),
        )
  const scope = recordScope(checking, entity.name, presence)
  const guard = draft.onlyIf === null ? null : requireExpression(checking, draft.onlyIf, scope, { kind: 'boolean' })
  const effects = draft.effects.flatMap(
    (effect) => checkEffect(checking, entity, effect, guard === null ? scope : assumeTrue(guard, scope)) ?? [],
  )
  if (!isKnownTo) return null
  return { name: draft.name.text, from, to: draft.to.text, who, isByClock, guard, effects, span: draft.name.span }
}

function performerOf(checking: Checking, role: Written, entity: EntityFacts): Performer | null {
  if (role.text === 'call only' || role.text.startsWith('outside service')) {
    return report(checking, diagnostic('N013', role.span, 'A transition that no person does is'))
  }
  return resolvePerformer(checking, role, entity)
}

function isKnownState(checking: Checking, machine: MachineDraft, state: Written): boolean {
  const known = machine.states.map(({ name }) => name.text)
  if (known.includes(state.text)) return true
  if (state.text === 'the state before')
    report(checking, diagnostic('N013', state.span, 'Going back to the state before is'))
  else if (state.text === 'nothing')
    report(checking, diagnostic('N013', state.span, 'A transition that creates a record is'))
  else if (state.text === 'not shown') report(checking, diagnostic('N007', state.span, 'This state'))
  else
    report(
      checking,
      diagnostic('N405', state.span, `${machine.entity.text}.${machine.field.text}`, state.text).suggesting(
        state.text,
        known,
      ),
    )
  return false
}

function checkEffect(checking: Checking, entity: EntityFacts, draft: EffectDraft, scope: Scope): Effect | null {
  if (draft.kind === 'send') {
    checking.messagesSent.add(draft.message.text)
    const { messages } = checking.names
    if (messages.has(draft.message.text)) return { kind: 'send', message: draft.message.text, span: draft.span }
    return report(
      checking,
      diagnostic('N723', draft.message.span, draft.message.text).suggesting(draft.message.text, messages.keys()),
    )
  }
  const facts = resolveField(checking, entity, draft.field)
  if (facts === null) return null
  const { field } = facts
  if (['state', 'sequence', 'collection', 'identifier', 'version'].includes(field.type.kind) || isComputed(facts)) {
    return report(checking, diagnostic('N619', draft.field.span, field.name, 'a transition cannot set it'))
  }
  if (draft.kind === 'clear') {
    if (field.isRequired)
      return report(
        checking,
        diagnostic('N406', draft.field.span, field.name).because(field.span, 'It is required here.'),
      )
    return { kind: 'clear', field: field.name, span: draft.span }
  }
  const type = checking.catalogue.entities.get(entity.name)?.fields.get(field.name)?.type ?? { kind: 'unknown' }
  const to = requireValue(checking, draft.to, scope, type, field.isRequired)
  return to === null ? null : { kind: 'set', field: field.name, to, span: draft.span }
}

/** States that are never reached, never left, or left although they are final. */
function checkArrows(
  checking: Checking,
  draft: MachineDraft,
  transitions: readonly Transition[],
  initial: string | null,
): void {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of transitions)
    for (const state of from) next.set(state, (next.get(state) ?? new Set()).add(to))
  const reached = initial === null ? null : reachable(initial, next)
  // A transition that could not be read may be the arrow that is missing.
  const areAllRead = transitions.length === draft.transitions.length
  for (const { name, kind } of draft.states) {
    const isFinal = kindsOf(kind).includes('final')
    const leaves = [...(next.get(name.text) ?? [])].some((to) => to !== name.text)
    if (areAllRead && reached !== null && name.text !== initial && !reached.has(name.text))
      reportAbsence(checking, name.text, diagnostic('N402', name.span, name.text))
    else if (areAllRead && !isFinal && !leaves && draft.transitions.length > 0)
      report(
        checking,
        diagnostic('N403', name.span, name.text).withHint('Say "final" under Kind, if nothing more can happen.'),
      )
    if (isFinal) refuseLeaving(checking, draft, name)
  }
}

function refuseLeaving(checking: Checking, draft: MachineDraft, state: Written): void {
  for (const { from } of draft.transitions) {
    const named = from.states.find(({ text }) => text === state.text)
    // "any except" means every state that can be left; a final one that it does not name is a mistake of its own.
    if (from.kind === 'states' && named !== undefined)
      report(checking, diagnostic('N404', named.span, state.text).because(state.span, 'It is final here.'))
  }
}

function checkClock(
  checking: Checking,
  machine: MachineDraft,
  draft: ClockDraft,
  transitions: readonly Transition[],
): Clock | null {
  const cases = machine.transitions.filter(({ name }) => name.text === draft.does.text)
  if (cases.length === 0) {
    const known = machine.transitions.map(({ name }) => name.text)
    return report(
      checking,
      diagnostic('N418', draft.does.span, machine.entity.text, draft.does.text).suggesting(draft.does.text, known),
    )
  }
  if (!cases.some(({ who }) => who.some(({ text }) => text === 'the clock'))) {
    return report(
      checking,
      diagnostic('N409', draft.does.span, `"${draft.does.text}" is not done by the clock.`).withHint(
        'Add "the clock" to its Who.',
      ),
    )
  }
  const entered = /after entering ([^,]+)/.exec(draft.runs.text)?.[1]?.trim()
  const from = transitions.filter(({ name }) => name === draft.does.text).flatMap((transition) => transition.from)
  if (entered !== undefined && from.length > 0 && !from.includes(entered)) {
    const isState = machine.states.some(({ name }) => name.text === entered)
    const states = machine.states.map(({ name }) => name.text)
    report(
      checking,
      isState
        ? diagnostic('N409', draft.runs.span, `"${draft.does.text}" is not possible in "${entered}".`)
        : diagnostic('N405', draft.runs.span, `${machine.entity.text}.${machine.field.text}`, entered).suggesting(
            entered,
            states,
          ),
    )
  }
  return { name: draft.name.text, does: draft.does.text, span: draft.name.span }
}

function warnAboutIdleTransitions(checking: Checking, draft: MachineDraft): void {
  const run = new Set(draft.clocks.map(({ does }) => does.text))
  // A clock that does something else by mistake is the one that is missing.
  const areClocksRight = draft.clocks.every(({ does }) =>
    draft.transitions.some(({ name, who }) => name.text === does.text && who.some(({ text }) => text === 'the clock')),
  )
  for (const { name, who } of draft.transitions) {
    const clock = who.find(({ text }) => text === 'the clock')
    if (clock !== undefined && !run.has(name.text) && areClocksRight)
      report(checking, diagnostic('N409', clock.span, `No clock does "${name.text}".`))
  }
}
