// Transitions of point 4 against the rules of point 5 and the rights of point 6: states that a rule excludes, effects
// that break a rule or write forbidden fields, guards that earlier states rule out.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { TransitionDraft } from '../../draft/states.ts'
import { conjuncts, visit } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Effect, Machine, Transition } from '../../model/states.ts'
import { targetsOf, writtenField, writtenFields } from '../../model/transitions.ts'
import type { Rule } from '../../model/validation.ts'
import { all, any, not, type Formula } from '../../predicate/formula.ts'
import { formulaOf } from '../../predicate/formula-of.ts'
import { constantPart } from '../conditions.ts'
import { equals, fieldOf, formula, inStates, isNever, performs, sampleRow, type Considering } from '../considering.ts'
import { appliesWhere, mustHoldOf, shownBy } from '../validation/rules.ts'
import { withCapitalArticle } from '../../text/article.ts'

export function warnAboutTransitions(of: Considering): void {
  for (const machine of of.model.states.machines) {
    const excluded = warnAboutExcludedStates(of, machine)
    for (const transition of [...machine.transitions, ...machine.creations]) {
      warnAboutGuard(of, machine, transition)
      for (const effect of transition.effects) {
        warnAboutForbiddenEffect(of, machine, effect)
        if (warnAboutMisfit(of, machine, effect)) continue
      }
      const isPossible = targetsOf(machine, transition).some((state) => !excluded.has(state))
      if (isPossible) warnAboutBrokenRules(of, machine, transition)
    }
  }
}

function draftOf(of: Considering, transition: Transition): TransitionDraft | null {
  for (const machine of of.checking.draft.states.machines) {
    const draft = machine.transitions.find(({ name }) => name.span === transition.span)
    if (draft !== undefined) return draft
  }
  return null
}

/** Condition of a rule on a record: always true if its "If" is false. */
export function asked(of: Considering, rule: Rule): Formula {
  return any([not(formula(of, rule.condition)), formula(of, rule.holds)])
}

/** Rules that can be broken; their own mistakes are reported elsewhere. */
export function soundRules(of: Considering, entity: string): readonly Rule[] {
  const known = of.soundRules.get(entity)
  if (known !== undefined) return known
  const sound = of.model.validation.rules.filter((rule) => {
    if (rule.entity !== entity || rule.when.kind === 'delete') return false
    return (
      (rule.condition === null || constantPart(of, rule.condition) === null) &&
      !isNever(of, appliesWhere(of, rule), formula(of, rule.holds))
    )
  })
  of.soundRules.set(entity, sound)
  return sound
}

/** N411 for a state. Returns the states that no record can enter. */
function warnAboutExcludedStates(of: Considering, machine: Machine): Set<string> {
  const excluded = new Set<string>()
  const rules = soundRules(of, machine.entity).filter(
    ({ when }) => when.kind === 'always' || (when.kind === 'field changes' && when.field === machine.field),
  )
  for (const { name, span } of machine.states) {
    const rule = rules.find((candidate) => isNever(of, inStates(of, machine, [name]), asked(of, candidate)))
    if (rule === undefined) continue
    excluded.add(name)
    of.found.push(
      diagnostic('N411', mustHoldOf(of, rule), 'state ruled out', machine.entity, name).because(
        span,
        'The state is declared here.',
      ),
    )
  }
  return excluded
}

/** N407: a guard that earlier states, or the performers, rule out. */
function warnAboutGuard(of: Considering, machine: Machine, transition: Transition): void {
  const { guard, from, name } = transition
  const before = from.length === 0 ? true : inStates(of, machine, from)
  const only = formula(of, guard)
  if (guard !== null) {
    if (constantPart(of, guard) !== null) return
    if (isNever(of, before, only)) {
      of.found.push(
        diagnostic('N407', draftOf(of, transition)?.onlyIf?.span ?? guard.span, name).withHint(
          `This never holds ${from.length === 0 ? 'for a new record' : inWords(from)}.`,
        ),
      )
      return
    }
  }
  if (transition.isByClock || transition.isByCall || transition.who.length === 0) return
  if (transition.who.every((performer) => isNever(of, before, only, performs(of, performer, machine.entity)))) {
    const place = draftOf(of, transition)?.who[0]?.span ?? transition.span
    of.found.push(
      diagnostic('N407', place, name).withHint('Whoever may do it never can: its states and "Only if" rule that out.'),
    )
  }
}

function inWords(states: readonly string[]): string {
  return `in ${states.map((state) => `"${state}"`).join(' or ')}`
}

/** N413 */
function warnAboutForbiddenEffect(of: Considering, machine: Machine, effect: Effect): void {
  const written = writtenField(effect)
  if (written === null) return
  const forbidden = of.model.roles.permissions.find(
    ({ isForbidden, entity, actions, onlyWhere, fields }) =>
      isForbidden &&
      entity === machine.entity &&
      actions.includes('change') &&
      onlyWhere === null &&
      fields.includes(written),
  )
  if (forbidden === undefined) return
  const row = of.checking.draft.roles.permissions.find(({ span }) => span === forbidden.span)
  of.found.push(
    diagnostic('N413', effect.span, written).because(row?.who.span ?? forbidden.span, 'It is forbidden here.'),
  )
}

/** Known values of a field after an effect; null: none. */
function outcomeOf(of: Considering, entity: string, effect: Effect): Formula | null {
  if (effect.kind !== 'set' && effect.kind !== 'clear') return null
  const field = fieldOf(of, entity, effect.field)
  if (field.type.kind === 'list' || field.type.kind === 'unknown') return null
  const isEmpty = formulaOf(equals(field, null), of.reducing)
  if (effect.kind === 'clear') return field.isOptional ? isEmpty : null
  if (effect.to.kind === 'literal') return formulaOf(equals(field, effect.to.value), of.reducing)
  return effect.to.isOptional ? null : not(isEmpty)
}

/** N412: the field itself rejects the value. */
function warnAboutMisfit(of: Considering, machine: Machine, effect: Effect): boolean {
  const outcome = outcomeOf(of, machine.entity, effect)
  if (effect.kind !== 'set' || outcome === null || !isNever(of, outcome)) return false
  const field = of.fields.get(machine.entity)?.get(effect.field)
  of.found.push(
    diagnostic('N412', effect.span, 'value ruled out', effect.field).because(
      field?.span ?? effect.span,
      'It is declared here.',
    ),
  )
  return true
}

/** N412 and N411: rules that every use of the transition breaks. */
function warnAboutBrokenRules(of: Considering, machine: Machine, transition: Transition): void {
  const outcomes = transition.effects.flatMap((effect) => {
    const outcome = outcomeOf(of, machine.entity, effect)
    return outcome === null ? [] : [{ effect, outcome }]
  })
  const arrived = inStates(of, machine, targetsOf(machine, transition))
  const after = all([arrived, untouched(of, machine, transition), ...outcomes.map(({ outcome }) => outcome)])
  if (isNever(of, after)) return
  for (const rule of soundRules(of, machine.entity).filter((candidate) => isAskedBy(candidate, machine, transition))) {
    const demand = asked(of, rule)
    if (!isNever(of, after, demand)) continue
    const culprit =
      outcomes.find(({ outcome }) => isNever(of, arrived, outcome, demand)) ??
      outcomes.find(({ effect }) => names(rule, writtenField(effect)))
    const place = mustHoldOf(of, rule)
    const row = shownBy(`${withCapitalArticle(machine.entity)} is then so`, sampleRow(of, after, not(demand))).trim()
    if (culprit !== undefined && !isNever(of, arrived, demand))
      of.found.push(
        diagnostic('N412', culprit.effect.span, 'rule broken', rule.name)
          .because(place, 'The rule.')
          .withHint(row === '' ? null : row),
      )
    else
      of.found.push(
        diagnostic('N411', place, 'transition fails', transition.name)
          .because(transition.span, 'The transition.')
          .withHint(row === '' ? null : row),
      )
  }
}

/** The conditions of "Only if" on unchanged fields still hold after the transition. */
function untouched(of: Considering, machine: Machine, transition: Transition): Formula {
  const changed = new Set([machine.field, ...writtenFields(transition)])
  // A computed field may depend on a changed one.
  for (const [name, field] of of.fields.get(machine.entity) ?? []) if (field.computed !== null) changed.add(name)
  return all(
    (transition.guard === null ? [] : conjuncts(transition.guard))
      .filter((part) => !namesAny(part, changed))
      .map((part) => formula(of, part)),
  )
}

function isAskedBy({ when }: Rule, machine: Machine, transition: Transition): boolean {
  const isCreation = transition.from.length === 0
  if (when.kind === 'always' || when.kind === (isCreation ? 'create' : 'change')) return true
  if (when.kind === 'transition') return when.transition === transition.name
  if (when.kind !== 'field changes') return false
  if (when.field === machine.field) return targetsOf(machine, transition).some((to) => !transition.from.includes(to))
  return writtenFields(transition).includes(when.field)
}

function names(rule: Rule, field: string | null): boolean {
  if (field === null) return false
  const wanted = new Set([field])
  return namesAny(rule.holds, wanted) || (rule.condition !== null && namesAny(rule.condition, wanted))
}

/** Tells whether it uses one of these fields of the record itself. */
function namesAny(expression: Expression, fields: ReadonlySet<string>): boolean {
  let isFound = false
  visit(expression, (part) => {
    if (part.kind === 'field' && part.of.kind === 'variable' && fields.has(part.field)) isFound = true
  })
  return isFound
}
