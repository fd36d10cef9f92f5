// A document → the records for which it is offered to a caller, by the records' own fields. Hidden rows are detected
// only when the document is created, because an offer would reveal that they exist.

import { allOf, isFalse, TRUE, FALSE } from '../expression/conditions.ts'
import type { Expression } from '../expression/expression.ts'
import type { Template } from '../model/outside/messages.ts'
import type { Document } from '../model/screens.ts'
import { readable, seeing, type Viewer } from './readable.ts'
import { visibleField, visibleRecords } from './roles.ts'

/** Over `this`; false: for no record. */
export function documentOffered({ model, caller }: Pick<Viewer, 'model' | 'caller'>, document: Document): Expression {
  const viewer = seeing({ model, caller }, 'this')
  if (document.title === null) return FALSE
  const parts = [
    visibleRecords(model, caller, document.entity),
    // Its address contains the id.
    visibleField(model, caller, document.entity, 'id'),
    ...placeholders(document.title).map((value) => readable(viewer, value).visible),
    ...document.blocks.flatMap((block) => {
      if (block.kind === 'text') return placeholders(block.text).map((value) => readable(viewer, value).visible)
      if (block.kind === 'fields') return block.columns.map(({ value }) => readable(viewer, value).visible)
      const columns = block.columns.map(({ value }) => readable(viewer, value).visible)
      return [
        visibleField(model, caller, document.entity, block.relation),
        columns.some(isFalse) || isFalse(visibleRecords(model, caller, block.entity)) ? FALSE : TRUE,
      ]
    }),
  ]
  return allOf(parts)
}

/** The first path that the caller can never see; null: none. */
export function neverSeenIn({ model, caller }: Pick<Viewer, 'model' | 'caller'>, document: Document): string | null {
  const viewer = seeing({ model, caller }, 'this')
  const isNeverSeen = (value: Expression): boolean => isFalse(readable(viewer, value).visible)
  for (const block of document.blocks) {
    if (block.kind === 'list' && isFalse(visibleField(model, caller, document.entity, block.relation)))
      return block.relation
    if (block.kind === 'list' && isFalse(visibleRecords(model, caller, block.entity))) return block.relation
    const hidden = block.kind === 'text' ? undefined : block.columns.find(({ value }) => isNeverSeen(value))
    if (hidden !== undefined) return hidden.path.join('.')
  }
  return null
}

function placeholders({ parts }: Template): Expression[] {
  return parts.flatMap((part) => (part.kind === 'placeholder' ? [part.expression] : []))
}
