// `sorted by dueAt oldest first` → checked orders of lists.

import { diagnostic } from '../diagnostic/diagnostic.ts'
import { type Direction, WITHOUT_ORDER } from '../model/field-types.ts'
import type { Sort } from '../model/calls.ts'
import type { Written } from '../text/source.ts'
import { report, type Checking } from './checking.ts'
import type { EntityFacts } from './entity-facts.ts'
import { resolveField } from './resolve.ts'

/** `room.name`, `during.start`: there is such a value, and no list is kept in its order. */
function isPathFrom(entity: EntityFacts, { text }: Written): boolean {
  const [first = '', ...rest] = text.split('.')
  return rest.length > 0 && entity.fields.has(first)
}

/** Fields that a list is ordered by: those whose values have an order. */
export function checkSorting(
  checking: Checking,
  entity: EntityFacts,
  drafts: readonly { readonly field: Written; readonly direction: Direction }[],
): Sort[] {
  return drafts.flatMap(({ field, direction }) => {
    if (isPathFrom(entity, field)) {
      const found = diagnostic('N011', field.span, `A list of ${entity.name} cannot be sorted by "${field.text}".`)
      return report(checking, found.withHint(`Sort by a field of ${entity.name} itself that has an order.`)) ?? []
    }
    const facts = resolveField(checking, entity, field)
    if (facts === null) return []
    if (facts.field.isHidden) return report(checking, diagnostic('N057', field.span, field.text)) ?? []
    if (WITHOUT_ORDER.includes(facts.field.type.kind)) {
      return (
        report(
          checking,
          diagnostic('N011', field.span, `A list cannot be sorted by "${field.text}": its values have no order.`),
        ) ?? []
      )
    }
    return [{ field: field.text, direction }]
  })
}
