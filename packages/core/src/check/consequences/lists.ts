// Lists of point 2 against rights: N611, where a list is sorted by, filtered by or searched in a field that some of
// its viewers may not see. For them a running application leaves the field out of all that, so that the order of
// records does not give it away: the list does not do what its line says.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { BlockDraft } from '../../draft/screens.ts'
import type { ListBlock, Screen } from '../../model/screens.ts'
import type { Written } from '../../text/source.ts'
import { plainRoleOf, type Considering } from './considering.ts'

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
  const seen = new Map([...roles].map((role) => [role, fieldsSeenBy(of, role, block.entity)]))
  for (const field of fieldsUsed(draft)) {
    // A role that sees nothing at all of it is told about as a whole.
    const blind = [...roles].find((role) => seen.get(role)?.size !== 0 && seen.get(role)?.has(field.text) === false)
    if (blind !== undefined) of.found.push(diagnostic('N611', field.span, field.text, blind))
  }
}

function fieldsUsed({ shows, filterBy, searchIn }: BlockDraft): Written[] {
  const sorted = shows.kind === 'list' || shows.kind === 'related' ? shows.sortedBy.map(({ field }) => field) : []
  return [...sorted, ...filterBy, ...searchIn]
}

function fieldsSeenBy(of: Considering, role: string, entity: string): Set<string> {
  const mine = of.included.get(role) ?? new Set([role])
  const rows = of.model.roles.permissions.filter(
    ({ who, isForbidden, actions, entity: other }) =>
      who !== null && !isForbidden && other === entity && actions.includes('see') && mine.has(plainRoleOf(of, who)),
  )
  return new Set(rows.flatMap(({ fields }) => fields))
}
