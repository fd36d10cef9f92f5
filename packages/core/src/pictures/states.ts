// Point 4, checked → a diagram per state field: the states, and the transitions between them with their performers and
// conditions.

import { conditionInWords } from '../contract/words/conditions-in-words.ts'
import type { Model } from '../model/model.ts'
import type { Stated } from '../model/stated.ts'
import type { Transition } from '../model/states.ts'
import { performerInWords } from './performers.ts'

export interface StateDiagram extends Stated {
  readonly entity: string
  readonly field: string
  readonly states: readonly PicturedState[]
  /** One for each source state of a row. */
  readonly transitions: readonly PicturedTransition[]
}

export interface PicturedState extends Stated {
  readonly name: string
  readonly means: string | null
  readonly isInitial: boolean
  readonly isFinal: boolean
  readonly locks: readonly string[]
}

export interface PicturedTransition extends Stated {
  readonly name: string
  readonly from: string
  /** Null: back to the previous state. */
  readonly to: string | null
  readonly who: readonly string[]
  readonly onlyIf: string | null
}

export function stateDiagrams(model: Model): StateDiagram[] {
  return model.states.machines.map(({ entity, field, states, initial, transitions, span }) => ({
    entity,
    field,
    states: states.map(({ name, means, isFinal, locks, span: own }) => ({
      name,
      means,
      isInitial: name === initial,
      isFinal,
      locks: locks?.fields ?? [],
      span: own,
    })),
    transitions: transitions.flatMap((transition) =>
      transition.from.map((from) => ({
        name: transition.name,
        from,
        to: transition.to,
        who: whoOf(transition),
        onlyIf: transition.guard === null ? null : conditionInWords(transition.guard, model),
        span: transition.span,
      })),
    ),
    span,
  }))
}

export function whoOf({ who, isByClock, isByCall }: Transition): string[] {
  return [...who.map(performerInWords), ...(isByClock ? ['the clock'] : []), ...(isByCall ? ['a call'] : [])]
}
