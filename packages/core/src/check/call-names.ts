// Every call that point 7 has, stated or standard, by its method and path: `GET /api/tickets/:number`.

import { closest } from '../diagnostic/diagnostic.ts'
import type { StandardCalls } from '../model/calls.ts'
import type { Checking } from './checking.ts'
import { addressPart } from '../model/words.ts'

type Surroundings = Pick<Checking, 'names' | 'standardCalls'>

/** Standard calls that an entity's row stands for. Transitions are one call for each of their names. */
export function standardCallNames(checking: Pick<Checking, 'names'>, standard: StandardCalls): string[] {
  const { path, foundBy } = standard
  const one = `${path}/:${foundBy}`
  return standard.calls.flatMap((kind) => {
    switch (kind) {
      case 'list':
        return [`GET ${path}`]
      case 'get':
        return [`GET ${one}`]
      case 'create':
        return [`POST ${path}`]
      case 'change':
        return [`PATCH ${one}`]
      case 'delete':
        return [`DELETE ${one}`]
      case 'transitions':
        return transitionNames(checking, standard.entity).map((name) => `POST ${one}/${addressPart(name)}`)
    }
  })
}

/** Transitions that a person may do: the clock needs no address. */
export function transitionNames(checking: Pick<Checking, 'names'>, entity: string): string[] {
  const names = new Set<string>()
  for (const machine of checking.names.machines.values()) {
    if (machine.entity.text !== entity) continue
    for (const { name, who, from } of machine.transitions) {
      const isByPeople = who.some(({ text }) => text !== 'the clock' && text !== 'call only')
      if (isByPeople && from?.kind !== 'nothing') names.add(name.text)
    }
  }
  return [...names]
}

export function knownCalls(checking: Surroundings): Set<string> {
  return new Set([
    ...checking.names.calls.keys(),
    ...checking.standardCalls.flatMap((standard) => standardCallNames(checking, standard)),
  ])
}

export function nearestCall(checking: Surroundings, call: string): string | null {
  const nearest = closest(call, knownCalls(checking))
  return nearest === null ? null : `Did you mean "${nearest}"?`
}
