// An entity → the fields that a search may cover: in the palette, in pickers and in lists.

import type { Entity, Field } from '../entities.ts'
import type { FieldKind } from '../field-types.ts'
import { isStored } from '../find.ts'
import type { Model } from '../model.ts'

/** Kinds of fields that every search covers, beside the fields that a list names. */
export const SEARCHED_KINDS: readonly FieldKind[] = ['text', 'email', 'sequence', 'random code']

/** Stored fields that some search compares: of records with a page or in a picker, and as lists name them. */
export function searchedFields(model: Model, entity: Entity): Field[] {
  const blocks = model.screens.screens.flatMap((screen) => screen.blocks)
  const named = new Set(
    blocks.flatMap((block) => (block.kind === 'list' && block.entity === entity.name ? block.searchIn : [])),
  )
  const isOffered =
    blocks.some((block) => block.kind === 'record' && block.entity === entity.name) || isReferred(model, entity)
  return entity.fields.filter(
    (field) =>
      !field.isHidden &&
      isStored(field) &&
      (named.has(field.name) || (isOffered && SEARCHED_KINDS.includes(field.type.kind))),
  )
}

/** A field holds records of the entity, which a picker offers. */
function isReferred({ entities }: Model, { name }: Entity): boolean {
  return entities.entities.some(({ fields }) =>
    fields.some(({ type }) => (type.kind === 'reference' || type.kind === 'collection') && type.entity === name),
  )
}
