// Lists of screens, calls and steps → by what they sort the records of an entity first. Each of these has an index, so
// that a page is read from it, however many records there are.

import type { Entity } from '../model/entities.ts'
import { defaultSort } from '../model/default-sort.ts'
import { everyStep } from '../model/every-step.ts'
import type { Direction } from '../model/field-types.ts'
import { fieldNamed } from '../model/find.ts'
import type { Model } from '../model/model.ts'

export interface Sort {
  readonly field: string
  readonly direction: Direction
}

/** The few records of one other record are found by their reference, and sorted then. */
export function sortsOf(model: Model, entity: Entity): Sort[] {
  return [...ofScreens(model, entity), ...ofSteps(model, entity), ...ofStandardLists(model, entity)]
}

function ofScreens({ screens }: Model, entity: Entity): Sort[] {
  return screens.screens
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) =>
      block.kind === 'list' && block.entity === entity.name && block.relation === null
        ? block.sortedBy.slice(0, 1)
        : [],
    )
}

function ofSteps({ calls }: Model, entity: Entity): Sort[] {
  return calls.calls
    .flatMap(({ steps }) => everyStep(steps))
    .flatMap(({ action }) => {
      const isOfAll =
        action.kind === 'list' && action.source.kind !== 'relation' && action.source.entity === entity.name
      return isOfAll ? action.sortedBy.slice(0, 1) : []
    })
}

/** What is unique has an index anyway. */
function ofStandardLists({ calls }: Model, entity: Entity): Sort[] {
  return calls.standard
    .filter((standard) => standard.entity === entity.name && standard.calls.includes('list'))
    .map((standard) => defaultSort(entity, standard).name)
    .filter(
      (field) => fieldNamed(entity, field).unique === null && fieldNamed(entity, field).type.kind !== 'identifier',
    )
    .map((field) => ({ field, direction: 'ascending' }))
}
