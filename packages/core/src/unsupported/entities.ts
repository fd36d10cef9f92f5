// What of point 3 does not run yet.

import { diagnostic, type Diagnostic } from '../diagnostic/diagnostic.ts'
import type { EntitiesModel, Entity, Field } from '../model/entities.ts'
import { isOtherSide } from '../model/field-types.ts'
import { isErased } from '../model/find.ts'
import { isHeldByIndex } from '../model/row-condition.ts'

export function unsupportedEntities({ entities }: EntitiesModel): Diagnostic[] {
  return entities.flatMap((entity) => [
    ...unsupportedLabels(entity),
    ...entity.fields.flatMap((field) => unsupportedField(entity, field)),
  ])
}

function unsupportedLabels(entity: Entity): Diagnostic[] {
  const { history, uniqueTogether } = entity
  return [
    ...uniqueTogether
      .filter((unique) => !isHeldByIndex(entity, unique))
      .map((unique) =>
        diagnostic('N012', unique.span, 'Groups of values that more than the record itself decides are'),
      ),
    ...(history === null || !hasListHistory(entity)
      ? []
      : [diagnostic('N012', history.span, 'A history of lists of records and of computed fields is')]),
  ]
}

/** What is in tables of its own, or in none, changes without its record. */
function hasListHistory({ history, fields }: Entity): boolean {
  if (history === null) return false
  return fields.some((field) => {
    const isNamed = history.fields === 'every field' ? !isOtherSide(field.type) : history.fields.includes(field.name)
    const isApart = field.type.kind === 'collection' || field.type.kind === 'inverse'
    return isNamed && (isApart || (field.computed !== null && history.fields !== 'every field'))
  })
}

function unsupportedField(entity: Entity, field: Field): Diagnostic[] {
  return [
    ...(field.computed !== null && field.unique !== null
      ? [diagnostic('N012', field.span, 'Computed values that are unique are')]
      : []),
    ...(field.erasedAfter === null || isErased(entity, field)
      ? []
      : [diagnostic('N012', field.span, 'Erasing personal data that its record needs is')]),
  ]
}
