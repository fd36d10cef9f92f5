// Checked screens → warnings: parts that no viewer can see, and calls that no screen uses.

import { pathPattern } from '../../model/addresses/call-path.ts'
import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { ScreenDraft } from '../../draft/screens.ts'
import type { CallReferenceDraft } from '../../draft/call-reference.ts'
import type { Performer, Permission } from '../../model/roles.ts'
import type { AnswerBlock, Block, CountBlock, RecordsBlock } from '../../model/screens.ts'
import { enumerated } from '../../text/enumeration.ts'
import type { Written } from '../../text/source.ts'
import { report, reportAbsence, type Checking, type ScreenChecking } from '../checking.ts'
import { areAllPermissionsRead, permissionsOf } from '../roles/permission-rows.ts'
import { baseRole } from '../names/resolve.ts'
import { rolesIncludedIn } from '../names/scopes.ts'
import { servicesNamed } from '../names/services-named.ts'
import { factsOf } from './call-facts.ts'
import { isDerived } from './columns.ts'

/** A role as written for a screen, or for a part of it. */
interface Viewer {
  readonly performer: Performer
  readonly written: Written
}

/** N205 and N206. Whether a row is visible depends on its data; only "never" is reported. */
export function warnAboutUnseen(
  checking: ScreenChecking,
  draft: ScreenDraft,
  who: readonly Performer[],
  blocks: readonly Block[],
): void {
  // With an unresolved name, or a point that is not shown, the viewers are unknown.
  const all = viewersOf(who, draft.who ?? [])
  if (!areAllPermissionsRead(checking) || checking.names.areRolesNotShown || all === null) return
  const told = new Set<Viewer>()
  const blind: Blind[] = []
  for (const block of blocks) {
    const own = draft.blocks.find(({ span }) => span === block.span)?.forRoles ?? []
    const named = block.forRoles === null ? all : (viewersOf(block.forRoles, own) ?? [])
    const viewers = named.filter(({ written }) => isAmong(checking, written.text, draft))
    if (block.kind === 'answer') warnAboutRefused(checking, block, viewers, told)
    else if (block.kind !== 'form' && block.kind !== 'text') warnAboutBlindness(checking, block, viewers, blind)
  }
  reportBlindness(checking, blind)
}

/** Tells whether the screen is for this role, or for one that it includes. */
export function isAmong(checking: Checking, role: string, { who }: Pick<ScreenDraft, 'who'>): boolean {
  const included = rolesIncludedIn(checking.names, role)
  return (who ?? []).some(({ text }) => text === role || included.has(text))
}

/** Null: a name could not be resolved. */
function viewersOf(performers: readonly Performer[], names: readonly Written[]): Viewer[] | null {
  if (performers.length !== names.length) return null
  return performers.flatMap((performer, index) => {
    const written = names[index]
    return written === undefined ? [] : [{ performer, written }]
  })
}

interface Blind {
  readonly viewer: Viewer
  /** `any Visit`, `"visits" of any File` */
  readonly unseen: string
}

/**
 * N205, once for all roles that cannot see the same parts. Several parts that a role cannot see are reported together.
 */
function reportBlindness(checking: Checking, all: readonly Blind[]): void {
  const first = all.filter(
    ({ viewer }, index) => all.findIndex((other) => other.viewer.written.text === viewer.written.text) === index,
  )
  for (const unseen of new Set(first.map((each) => each.unseen))) {
    const written = first.filter((each) => each.unseen === unseen).map(({ viewer }) => viewer.written)
    const [place, ...others] = written
    if (place === undefined) continue
    const found = diagnostic('N205', place.span, inQuotes(written.map(({ text }) => text)), unseen)
    report(
      checking,
      others.reduce((so, { span }) => so.because(span, 'Nor may this role.'), found),
    )
  }
}

function inQuotes(names: readonly string[]): string {
  return enumerated(names.map((name) => `"${name}"`))
}

function warnAboutBlindness(
  checking: ScreenChecking,
  block: RecordsBlock | CountBlock,
  viewers: readonly Viewer[],
  told: Blind[],
): void {
  const seen = viewers.map((viewer) => ({ viewer, rows: seeing(checking, viewer.performer, block.entity) }))
  const blind = seen.filter(({ rows }) => rows.length === 0)
  told.push(...blind.map(({ viewer }) => ({ viewer, unseen: `any ${block.entity}` })))
  const relation = block.kind === 'record' ? null : block.relation
  // The records of a relation are visible to those who see the field, whatever else they see of them.
  if (relation !== null)
    for (const { viewer, rows } of seen)
      if (rows.length > 0 && !seeing(checking, viewer.performer, relation.entity).some(gives(relation.field)))
        told.push({ viewer, unseen: `"${relation.field}" of any ${relation.entity}` })
  if (blind.length === viewers.length || block.kind === 'count') return
  const visible = new Set(seen.flatMap(({ rows }) => rows.flatMap(({ fields }) => fields)))
  for (const column of block.columns) {
    const [field] = column.path
    if (isDerived(column, checking.entities.get(block.entity))) continue
    if (field !== undefined && !visible.has(field)) report(checking, diagnostic('N206', column.span, field))
  }
}

function gives(field: string): (permission: Permission) => boolean {
  return ({ fields }) => fields.includes(field)
}

/** N214: only callers who may use a call see its answer. */
function warnAboutRefused(
  checking: ScreenChecking,
  block: AnswerBlock,
  viewers: readonly Viewer[],
  told: Set<Viewer>,
): void {
  const call = factsOf(checking, block)
  if (call?.who == null) return
  for (const viewer of viewers) {
    const mine = rolesIncludedIn(checking.names, baseRole(checking, viewer.performer))
    if (told.has(viewer) || call.who.some((role) => mine.has(role))) continue
    told.add(viewer)
    const hint = 'Say whom this part is for: add ", for ROLE" to the line.'
    report(checking, diagnostic('N214', block.span, viewer.written.text, call.name).withHint(hint))
  }
}

/** Permissions to see the entity's records that may apply to the performer, including roles on records. */
function seeing(checking: ScreenChecking, performer: Performer, entity: string): Permission[] {
  const mine = rolesIncludedIn(checking.names, baseRole(checking, performer))
  return permissionsOf(checking.checked.roles, entity).filter(
    (permission) =>
      !permission.isForbidden &&
      permission.actions.includes('see') &&
      permission.who !== null &&
      mine.has(baseRole(checking, permission.who)),
  )
}

/** N220: an unused call is reported only if screens are stated. */
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
    if (!used.has(pathPattern(name)) && !call.isForPrograms && servicesNamed(checking.names, call.who).length === 0)
      reportAbsence(checking, name, diagnostic('N220', call.path.span, name))
}
