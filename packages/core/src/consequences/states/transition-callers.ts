// Performers of transitions of point 4, and locks: N407 if no step does a transition for steps only, N424 if nothing
// offers a transition to the people who may do it, N413 if a transition writes a locked field.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Machine, Transition } from '../../model/states.ts'
import { targetsOf, writtenField } from '../../model/transitions.ts'
import type { Considering } from '../considering.ts'
import { stepsOf } from '../written-fields.ts'

export function warnAboutTransitionCallers(of: Considering): void {
  const done = transitionsDone(of)
  const offered = new Set([...done, ...transitionsOffered(of)])
  const { screens, calls } = of.model
  const hasOffers = screens.screens.length > 0 && calls.standard.length + calls.calls.length > 0
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
      const isForPeople = transition.who.length > 0 && !transition.isByClock
      // If point 2 or 7 is not written yet, nothing can offer it.
      if (isForPeople && hasOffers && !isOffered(of, machine, transition, offered))
        noteUnoffered(of, machine, transition)
    }
  }
}

/** A standard call covers every transition of its entity. */
function isOffered(of: Considering, { entity }: Machine, { name }: Transition, offered: ReadonlySet<string>): boolean {
  return (
    offered.has(`${entity} ${name}`) ||
    of.model.calls.standard.some((each) => each.entity === entity && each.calls.includes('transitions'))
  )
}

function noteUnoffered(of: Considering, { entity }: Machine, { name, span }: Transition): void {
  if (of.found.some((told) => told.number === 'N424' && told.message.includes(`"${name}"`))) return
  const way = `add "transitions" to the standard calls of ${entity}`
  of.found.push(diagnostic('N424', span, name).withHint(`Write "do ${name}" under "Can" of a screen, or ${way}.`))
}

/** By `Ticket close`: transitions on screens. */
function transitionsOffered({ model: { screens } }: Considering): string[] {
  return screens.screens.flatMap(({ actions, blocks }) =>
    [...actions, ...blocks.flatMap((block) => ('actions' in block ? block.actions : []))].flatMap((action) =>
      action.kind === 'transition' ? [`${action.entity} ${action.transition}`] : [],
    ),
  )
}

/** By `Ticket close`: transitions in steps and effects of other transitions. */
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

/** N413: locked by name before and after, so the lock was hardly meant to permit it. */
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
