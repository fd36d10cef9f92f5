// What of point 4 does not run yet.

import { diagnostic, type Diagnostic } from '../diagnostic/diagnostic.ts'
import type { Stated } from '../model/model.ts'
import type { StatesModel, Transition } from '../model/states.ts'

export function unsupportedStates({ machines }: StatesModel): Diagnostic[] {
  return machines.flatMap((machine) => [
    ...machine.creations.map((creation) => notYet(creation, 'Transitions that create their record are')),
    ...machine.transitions.flatMap((transition) => unsupportedTransition(transition)),
  ])
}

function unsupportedTransition(transition: Transition): Diagnostic[] {
  return transition.to === null ? [notYet(transition, 'Transitions to the state before are')] : []
}

function notYet({ span }: Stated, what: string): Diagnostic {
  return diagnostic('N012', span, what)
}
