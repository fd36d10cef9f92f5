// Draft states → checked machines. Checks whether states are reachable by transitions, but not whether guards can hold.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { LocksDraft, MachineDraft } from '../../draft/states.ts'
import { isOtherSide, MADE_BY_PRODUCT } from '../../model/field-types.ts'
import { STATE_COLOURS, type Locks, type Machine, type State, type StatesModel } from '../../model/states.ts'
import type { Written } from '../../text/source.ts'
import { report, type Checking, type StepChecking } from '../checking.ts'
import { isComputed, type EntityFacts, type FieldFacts } from '../entities/facts.ts'
import { reportSecond, type Declared } from '../names/names.ts'
import { resolveEntity, resolveField } from '../names/resolve.ts'
import { checkReachability } from './state-reachability.ts'
import { checkClock, warnAboutIdleTransitions } from './clocks.ts'
import { reportMisnamedMachine } from './misnamed.ts'
import { checkProcedures } from './procedures.ts'
import { checkTransition } from './transitions.ts'

export function checkStates(checking: StepChecking): StatesModel {
  refuseSameTransitions(checking)
  const machines = [...checking.names.machines.values()].flatMap((draft) => checkMachine(checking, draft) ?? [])
  return { machines: checkProcedures(checking, machines) }
}

function checkMachine(checking: StepChecking, draft: MachineDraft): Machine | null {
  for (const { effects } of draft.transitions)
    for (const effect of effects) if (effect.kind === 'send') checking.messagesSent.add(effect.message.text)
  // A mistake in its name was reported at the field; see `hasStates` of field-types.ts.
  if (reportMisnamedMachine(checking, draft)) return null
  const entity = resolveEntity(checking, draft.entity)
  const field = entity === null ? null : resolveField(checking, entity, draft.field)
  if (entity === null || field === null) return null
  const name = `${entity.name}.${draft.field.text}`
  const states = checkStateNames(checking, draft, entity)
  const initial = checkInitial(checking, draft, name)
  const checked = draft.transitions.flatMap((transition) => checkTransition(checking, draft, entity, transition) ?? [])
  checkReachability(checking, draft, initial)
  const clockNames = new Map<string, Declared>()
  const clocks = draft.clocks.flatMap((clock) => {
    if (reportSecond(clock.name, 'a clock of these states', clockNames, checking.found)) return []
    return checkClock(checking, draft, entity, clock) ?? []
  })
  warnAboutIdleTransitions(checking, draft)
  return {
    entity: entity.name,
    field: field.field.name,
    states,
    initial: initial ?? '',
    transitions: checked.filter(({ from }) => from.length > 0),
    creations: checked.filter(({ from }) => from.length === 0),
    procedures: [],
    clocks,
    span: draft.field.span,
  }
}

/** A transition is addressed by record and name, so two machines of one entity cannot share one. */
function refuseSameTransitions(checking: Checking): void {
  const first = new Map<string, { machine: MachineDraft; name: Written }>()
  for (const machine of checking.names.machines.values()) {
    for (const { name } of machine.transitions) {
      const key = `${machine.entity.text} ${name.text.toLowerCase()}`
      const other = first.get(key)
      if (other === undefined) first.set(key, { machine, name })
      else if (other.machine !== machine)
        report(
          checking,
          diagnostic(
            'N008',
            name.span,
            `a transition of ${other.machine.entity.text}.${other.machine.field.text}`,
            name.text,
          ).because(other.name.span, 'First given here.'),
        )
    }
  }
}

function checkStateNames(checking: Checking, draft: MachineDraft, entity: EntityFacts): State[] {
  const unique = new Map<string, Declared>()
  return draft.states.flatMap(({ name, label, colour, means, kind, locks }) => {
    if (reportSecond(name, 'one of these states', unique, checking.found)) return []
    return [
      {
        name: name.text,
        label: label?.text ?? null,
        means: means.text === '' ? null : means.text,
        colour: STATE_COLOURS.find((each) => each === colour?.text) ?? null,
        isFinal: kind.text === 'final',
        locks: locks === null ? null : checkLocks(checking, entity, locks),
        span: name.span,
      },
    ]
  })
}

/** For `all`, the fields that can be changed at all. */
function checkLocks(checking: Checking, entity: EntityFacts, draft: LocksDraft): Locks {
  const named =
    draft.kind === 'all'
      ? []
      : draft.fields.flatMap((written) => {
          const facts = resolveField(checking, entity, written)
          if (facts === null) return []
          if (isEverChanged(facts)) return [facts.field.name]
          report(checking, diagnostic('N619', written.span, 'never changed', facts.field.name))
          return []
        })
  if (draft.kind === 'fields') return { fields: named, isList: true, span: draft.span }
  const fields = [...entity.fields.values()].filter(isEverChanged).map(({ field }) => field.name)
  return { fields: fields.filter((name) => !named.includes(name)), isList: false, span: draft.span }
}

function isEverChanged(facts: FieldFacts): boolean {
  const { type, isBuiltIn } = facts.field
  return !isBuiltIn && !isComputed(facts) && !isOtherSide(type) && !MADE_BY_PRODUCT.includes(type.kind)
}

/** Null: there is none, or it is not shown. */
function checkInitial(checking: Checking, draft: MachineDraft, name: string): string | null {
  const initial = draft.states.filter(({ kind }) => kind.text === 'initial')
  const mayBeMore = initial.length === 0 && draft.states.some(({ isKindNotShown }) => isKindNotShown)
  if (initial.length !== 1 && !mayBeMore)
    report(checking, diagnostic('N401', initial[1]?.kind.span ?? draft.field.span, name, initial.length))
  return initial[0]?.name.text ?? null
}
