// Checked screens → warnings: what nobody on the screen can see, and calls that no screen uses.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { CallReferenceDraft, ScreenDraft } from '../../draft/screens.ts'
import type { Performer, Permission } from '../../model/roles.ts'
import type { AnswerBlock, Block } from '../../model/screens.ts'
import type { Written } from '../../text/source.ts'
import { report, reportAbsence, type Checking } from '../checking.ts'
import { pathPattern } from '../names.ts'
import { areAllPermissionsRead, permissionsOf } from '../permission-rows.ts'
import { baseRole } from '../resolve.ts'
import { rolesIncludedIn } from '../scopes.ts'
import { factsOf } from './call-facts.ts'

/** N205 and N206. Whether a row is really visible depends on its data; only "never" is reported. */
export function warnAboutUnseen(
  checking: Checking,
  draft: ScreenDraft,
  who: readonly Performer[],
  blocks: readonly Block[],
): void {
  // A name that could not be resolved, or a point that is not shown: nobody can tell.
  const written = draft.who ?? []
  if (!areAllPermissionsRead(checking) || checking.names.areRolesNotShown || who.length !== written.length) return
  const told = new Set<Performer>()
  for (const block of blocks) {
    if (block.kind === 'form') continue
    const viewers = block.forRoles ?? who
    if (block.kind === 'answer') {
      warnAboutRefused(checking, block, viewers, { written, who, told })
      continue
    }
    const blind = viewers.filter((performer) => seeing(checking, performer, block.entity).length === 0)
    for (const performer of blind) {
      const place = written[who.indexOf(performer)]
      if (place !== undefined && !told.has(performer))
        report(checking, diagnostic('N205', place.span, place.text, block.entity))
      told.add(performer)
    }
    if (blind.length === viewers.length || block.kind === 'count') continue
    const visible = new Set(
      viewers.flatMap((performer) => seeing(checking, performer, block.entity).flatMap(({ fields }) => fields)),
    )
    for (const column of block.columns) {
      const [field] = column.path
      if (field !== undefined && !visible.has(field)) report(checking, diagnostic('N206', column.span, field))
    }
  }
}

/** N214: what a call answers is for those who may use it. Several blocks of a call are told once. */
function warnAboutRefused(
  checking: Checking,
  block: AnswerBlock,
  viewers: readonly Performer[],
  { written, who, told }: { written: readonly Written[]; who: readonly Performer[]; told: Set<Performer> },
): void {
  const call = factsOf(checking, block)
  if (call?.who == null) return
  for (const performer of viewers) {
    const mine = rolesIncludedIn(checking.names, baseRole(checking, performer))
    if (told.has(performer) || call.who.some((role) => mine.has(role))) continue
    told.add(performer)
    const role = written[who.indexOf(performer)]?.text ?? performer.role
    const hint = 'Say whom this part is for: add ", for ROLE" to the line.'
    report(checking, diagnostic('N214', block.span, role, call.name).withHint(hint))
  }
}

/** Permissions to see the entity's records that may apply to the performer, roles for records counted. */
function seeing(checking: Checking, performer: Performer, entity: string): Permission[] {
  const mine = rolesIncludedIn(checking.names, baseRole(checking, performer))
  return permissionsOf(checking.checked.roles, entity).filter(
    (permission) =>
      !permission.isForbidden &&
      permission.actions.includes('see') &&
      permission.who !== null &&
      mine.has(baseRole(checking, permission.who)),
  )
}

/** N220: only where screens are stated can a call be forgotten. */
export function noteUnusedCalls(checking: Checking): void {
  const used = new Set<string>()
  const note = (call: CallReferenceDraft): void => void used.add(pathPattern(`${call.method.text} ${call.path.text}`))
  for (const screen of checking.draft.screens.screens) {
    for (const can of [...screen.can, ...screen.blocks.flatMap((block) => block.can)])
      if (can.action.kind === 'call') note(can.action.call)
    for (const { shows } of screen.blocks) {
      if (shows.kind === 'answer' || shows.kind === 'form') note(shows.call)
      if (shows.kind === 'form' && shows.filledFrom !== null) note(shows.filledFrom)
    }
  }
  for (const [name, call] of checking.names.calls)
    if (!used.has(pathPattern(name))) reportAbsence(checking, name, diagnostic('N220', call.path.span, name))
}
