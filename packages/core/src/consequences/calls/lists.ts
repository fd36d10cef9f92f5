// Lists of point 2 against rights: N611 if a list is sorted by, filtered by or searched in a field that some viewers
// may not see. The running application ignores the field for them, so that the order of records does not reveal it; the
// list then does not do what its line says.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { BlockDraft } from '../../draft/screens.ts'
import type { ListBlock, Screen } from '../../model/screens.ts'
import type { Written } from '../../text/source.ts'
import { entriesOf } from '../../check/expressions/part-of-written.ts'
import { plainRoleOf, type Considering } from '../considering.ts'

export function warnAboutBlindLists(of: Considering): void {
  for (const screen of of.model.screens.screens) {
    const draft = of.checking.names.screens.get(screen.name)
    if (screen.isProvisional || draft === undefined) continue
    for (const block of screen.blocks) {
      const written = draft.blocks.find(({ span }) => span === block.span)
      if (block.kind === 'list' && written !== undefined) warnAboutList(of, screen, block, written)
    }
  }
}

function warnAboutList(of: Considering, screen: Screen, block: ListBlock, draft: BlockDraft): void {
  const roles = new Set((block.forRoles ?? screen.who ?? []).map((performer) => plainRoleOf(of, performer)))
  for (const { entity, name, said = name.text } of fieldsUsed(of, block.entity, draft)) {
    // A role that sees nothing of it is reported for the whole list.
    const blind = [...roles].find((role) => {
      const seen = fieldsSeenBy(of, role, entity)
      return seen.size !== 0 && !seen.has(name.text)
    })
    if (blind !== undefined) of.found.push(diagnostic('N611', name.span, said, blind))
  }
}

interface UsedField {
  readonly entity: string
  readonly name: Written
  /** The field's text, if it differs from its name. */
  readonly said?: string
}

function fieldsUsed(of: Considering, entity: string, { shows, filterBy, searchIn }: BlockDraft): UsedField[] {
  const sorted = shows.kind === 'list' || shows.kind === 'related' ? shows.sortedBy : []
  return [
    ...sorted.flatMap(({ field }) => fieldsOfPath(of, entity, entriesOf(field, '.'))),
    ...filterBy.flatMap((path) => {
      const used = fieldsOfPath(of, entity, entriesOf(path, '.'))
      return [...used, ...used.slice(-1).flatMap((last) => idOfChosen(of, last.entity, last.name))]
    }),
    ...searchIn.map((name) => ({ entity, name })),
  ]
}

/** Filters by a reference select records by id. */
function idOfChosen(of: Considering, entity: string, name: Written): UsedField[] {
  const type = of.checking.entities.get(entity)?.fields.get(name.text)?.field.type
  if (type?.kind !== 'reference' && type?.kind !== 'collection') return []
  return [{ entity: type.entity, name: { text: 'id', span: name.span }, said: `${type.entity}.id` }]
}

/** `room.name` uses a field of the record, and one of the room. */
function fieldsOfPath(of: Considering, entity: string, [name, ...rest]: readonly Written[]): UsedField[] {
  if (name === undefined) return []
  const type = of.checking.entities.get(entity)?.fields.get(name.text)?.field.type
  return [{ entity, name }, ...(type?.kind === 'reference' ? fieldsOfPath(of, type.entity, rest) : [])]
}

function fieldsSeenBy(of: Considering, role: string, entity: string): Set<string> {
  const mine = of.included.get(role) ?? new Set([role])
  const rows = of.model.roles.permissions.filter(
    ({ who, isForbidden, actions, entity: other }) =>
      who !== null && !isForbidden && other === entity && actions.includes('see') && mine.has(plainRoleOf(of, who)),
  )
  return new Set(rows.flatMap(({ fields }) => fields))
}
