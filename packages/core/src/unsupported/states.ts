// What of point 4 does not run yet.

import { diagnostic, type Diagnostic } from '../diagnostic/diagnostic.ts'
import type { Model } from '../model/model.ts'
import { looksIntoItsLists } from '../model/transitions.ts'

export function unsupportedStates({ states, entities }: Pick<Model, 'states' | 'entities'>): Diagnostic[] {
  return states.machines.flatMap(({ entity: name, creations }) => {
    const entity = entities.entities.find((candidate) => candidate.name === name)
    const found = entity === undefined ? [] : creations.filter((creation) => looksIntoItsLists(entity, creation))
    return found.map(({ span }) => diagnostic('N012', span, 'Beginnings that depend on a list of the new record are'))
  })
}
