// Transitions that only a step does, and locks: N407 where no step does it, N413 where it writes what is locked.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Machine, Transition } from '../../model/states.ts'
import { targetsOf, writtenField } from '../../model/transitions.ts'
import type { Considering } from '../considering.ts'
import { stepsOf } from '../written-fields.ts'

export function warnAboutTransitionCallers(of: Considering): void {
  const done = transitionsDone(of)
  for (const machine of of.model.states.machines) {
    for (const transition of machine.transitions) {
      warnAboutLockedEffects(of, machine, transition)
      const isOnlyByCall = transition.isByCall && transition.who.length === 0 && !transition.isByClock
      if (isOnlyByCall && !done.has(`${machine.entity} ${transition.name}`))
        of.found.push(
          diagnostic('N407', callWords(of, transition), transition.name).withHint(
            `No call has the step "do ${transition.name} on …".`,
          ),
        )
    }
  }
}

/** By `Ticket close`: what steps and effects of other transitions do. */
function transitionsDone(of: Considering): Set<string> {
  const steps = stepsOf(of).flatMap(({ action }) =>
    action.kind === 'do' ? [`${action.entity} ${action.transition}`] : [],
  )
  const effects = of.model.states.machines.flatMap(({ transitions, creations }) =>
    [...transitions, ...creations].flatMap((transition) =>
      transition.effects.flatMap((effect) => (effect.kind === 'do' ? [`${effect.entity} ${effect.transition}`] : [])),
    ),
  )
  return new Set([...steps, ...effects])
}

function callWords(of: Considering, { span }: Transition) {
  const rows = of.checking.draft.states.machines.flatMap(({ transitions }) => transitions)
  return rows.find(({ name }) => name.span === span)?.who.find(({ text }) => text === 'call only')?.span ?? span
}

/** N413: locked by name before and after, so that the lock was hardly meant to leave room for this. */
function warnAboutLockedEffects(of: Considering, machine: Machine, transition: Transition): void {
  const states = [...transition.from, ...targetsOf(machine, transition)]
  for (const effect of transition.effects) {
    const field = writtenField(effect)
    if (field === null) continue
    const locks = states.map((name) => {
      const lock = machine.states.find((state) => state.name === name)?.locks ?? null
      return lock !== null && lock.isList && lock.fields.includes(field) ? lock : null
    })
    const [first] = locks
    if (first !== undefined && first !== null && locks.every((lock) => lock !== null))
      of.found.push(diagnostic('N413', effect.span, field).because(first.span, 'It is locked here.'))
  }
}
