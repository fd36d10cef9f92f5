// Screens of point 2 against rights and calls: actions that no viewer may do, forms that are always refused,
// unreachable screens, unbounded lists.

import { pathPattern } from '../model/addresses/call-path.ts'
import { diagnostic } from '../diagnostic/diagnostic.ts'
import type { CanDraft, ScreenDraft } from '../draft/screens.ts'
import { PERMISSION_OF_CALL } from '../contract/calls/calls.ts'
import type { PermissionAction } from '../model/roles.ts'
import type { Block, Action, Screen } from '../model/screens.ts'
import type { Span } from '../text/source.ts'
import { standardCallLike } from '../check/names/call-names.ts'
import { isProvidedAtCreation } from '../check/entities/facts.ts'
import { permissionsOf } from '../check/roles/permission-rows.ts'
import { neverSeenIn } from '../rights/documents.ts'
import { holdersOf, intersects, plainRoleOf, type Considering } from './considering.ts'

export function warnAboutScreens(of: Considering): void {
  for (const screen of of.model.screens.screens) {
    const draft = of.checking.names.screens.get(screen.name)
    if (screen.isProvisional || draft === undefined) continue
    warnAboutActions(of, screen, draft)
    warnAboutUnreachable(of, screen)
  }
}

/** Independent of roles: a list without a limit is unbounded for every viewer. */
export function warnAboutEndlessLists(of: Considering): void {
  for (const screen of of.model.screens.screens) {
    const draft = of.checking.names.screens.get(screen.name)
    if (!screen.isProvisional && draft !== undefined) warnAboutEndlessListsOf(of, draft)
  }
}

/** Tells whether the role may see some records of the block. */
function maySee({ model, included }: Considering, role: string, block: Block): boolean {
  if (!('entity' in block)) return true
  const roles = included.get(role) ?? new Set([role])
  return model.roles.permissions.some(({ isForbidden, who, entity, actions }) => {
    if (isForbidden || who === null || entity !== block.entity || !actions.includes('see')) return false
    const held = who.kind === 'role' ? who.role : null
    return held === null || roles.has(held)
  })
}

function warnAboutActions(of: Considering, screen: Screen, draft: ScreenDraft): void {
  // Roles that the text names, without others that include them.
  const viewers = (screen.who ?? []).map((performer) => plainRoleOf(of, performer))
  if (viewers.length === 0) return
  warnAboutForms(of, screen, draft, viewers)
  const entries = [...draft.can, ...draft.blocks.flatMap(({ can }) => can)]
  // The block's own roles count, if it is for some viewers of the screen only.
  const seesScreen = (role: string): boolean => intersects(of.included.get(role) ?? new Set(), new Set(viewers))
  const parts = screen.blocks.flatMap((block) => {
    const own = block.forRoles?.map((performer) => plainRoleOf(of, performer)).filter(seesScreen) ?? viewers
    // A block that no viewer sees, or that is always empty for them, has its own diagnostic.
    const isSeen = block.forRoles === null || own.some((role) => maySee(of, role, block))
    return isSeen ? [{ actions: block.actions, seenBy: own }] : []
  })
  const shown = [{ actions: screen.actions, seenBy: viewers }, ...parts].flatMap(({ actions, seenBy }) =>
    actions.map((action) => ({ action, seenBy })),
  )
  for (const { action, seenBy } of shown) {
    const entry = entries.find(({ span }) => span === action.span)
    if (action.kind === 'document' && entry !== undefined) warnAboutDocument(of, action, entry, seenBy)
    const doers = doersOf(of, action)
    if (doers === null || entry === undefined) continue
    warnAboutDoers(of, draft, doers, { label: action.label, place: placeOf(entry), seenBy })
  }
}

/** N239: a document is complete or refused. */
function warnAboutDocument(
  { model, included, found }: Considering,
  action: Extract<Action, { kind: 'document' }>,
  entry: CanDraft,
  seenBy: readonly string[],
): void {
  const document = model.screens.documents.find(({ name }) => name === action.document)
  if (document === undefined) return
  const hidden = seenBy.map((role) =>
    neverSeenIn({ model, caller: { roles: included.get(role) ?? new Set([role]), isSignedIn: true } }, document),
  )
  const [first] = hidden
  if (first === undefined || first === null || hidden.includes(null)) return
  const place = entry.action.kind === 'document' ? entry.action.document.span : entry.span
  const hint = `Add it to what they may see in point 6, or take the document out here.`
  found.push(
    diagnostic('N239', place, document.name, first).because(document.span, 'It is stated here.').withHint(hint),
  )
}

/** The same for forms and their viewers. */
function warnAboutForms(of: Considering, screen: Screen, draft: ScreenDraft, viewers: readonly string[]): void {
  for (const block of screen.blocks) {
    const written = draft.blocks.find(({ span }) => span === block.span)?.shows
    if (block.kind !== 'form' || written?.kind !== 'form') continue
    const own = block.forRoles?.map((performer) => plainRoleOf(of, performer)) ?? viewers
    const doers = doersOf(of, { ...block, kind: 'call', isForChosenRows: false })
    if (doers === null) continue
    warnAboutDoers(of, draft, doers, { label: block.label, place: written.call.span, seenBy: own })
  }
}

interface Offered {
  readonly label: string
  readonly place: Span
  /** The roles that the text names. */
  readonly seenBy: readonly string[]
}

/** N207: nobody who sees it may do it. N240: only people with a further role may, which includes one that is named. */
function warnAboutDoers(of: Considering, draft: ScreenDraft, doers: Doers, { label, place, seenBy }: Offered): void {
  const may = (role: string): boolean => intersects(of.included.get(role) ?? new Set(), doers.roles)
  const able = seenBy.filter(may)
  const further = able.length > 0 ? [] : [...holdersOf(of, seenBy)].filter(may)
  if (able.length + further.length > 0 && doers.creates !== null)
    warnAboutRefusedForm(of, doers.creates, [...able, ...further], place)
  if (able.length > 0) return
  const found = further.length > 0 ? diagnostic('N240', place, further, label) : diagnostic('N207', place, label)
  of.found.push(
    (doers.isByClock === true ? found.withHint(ONLY_BY_CLOCK) : found).because(
      draft.who?.[0]?.span ?? draft.name.span,
      'The screen is for these.',
    ),
  )
}

/** The name of the action in the line. */
function placeOf({ action, span }: CanDraft) {
  return action.kind === 'call' ? action.call.span : action.kind === 'transition' ? action.transition.span : span
}

const ONLY_BY_CLOCK = 'Only the clock does it: take the action out, or write a role under its Who in point 4.'

interface Doers {
  readonly roles: readonly string[]
  /** Only the clock. */
  readonly isByClock?: boolean
  /** The entity that a standard call creates. */
  readonly creates: string | null
}

/** Roles that may do it at all. Null: everybody, or unknown. */
function doersOf(of: Considering, action: Action): Doers | null {
  if (action.kind === 'transition') {
    const roles = performersOf(of, action.entity, action.transition)
    const isByClock = roles.length === 0 && isDoneByClock(of, action.entity, action.transition)
    return { roles, creates: null, isByClock }
  }
  if (action.kind !== 'call') return null
  const name = `${action.method} ${action.path}`
  const stated = of.model.calls.calls.find(
    (call) => call.method === action.method && pathPattern(call.path) === pathPattern(action.path),
  )
  if (stated?.isWhoNotShown === true) return null
  if (stated !== undefined) return { roles: stated.who, creates: null }
  const like = standardCallLike(of.checking, name)
  if (like === null || like.kind === 'transitions') return null
  return {
    roles: rolesThatMay(of, PERMISSION_OF_CALL[like.kind], like.standard.entity),
    creates: like.kind === 'create' ? like.standard.entity : null,
  }
}

function isDoneByClock({ model }: Considering, entity: string, transition: string): boolean {
  return model.states.machines.some(
    (machine) =>
      machine.entity === entity && machine.transitions.some(({ name, isByClock }) => name === transition && isByClock),
  )
}

function performersOf(of: Considering, entity: string, transition: string): string[] {
  const machines = of.model.states.machines.filter((machine) => machine.entity === entity)
  return machines.flatMap(({ transitions }) =>
    transitions
      .filter(({ name }) => name === transition)
      .flatMap(({ who }) => who.map((performer) => plainRoleOf(of, performer))),
  )
}

export function rolesThatMay(of: Considering, action: PermissionAction, entity: string): string[] {
  return permissionsOf(of.model.roles, entity).flatMap((permission) =>
    permission.who !== null && !permission.isForbidden && permission.actions.includes(action)
      ? [plainRoleOf(of, permission.who)]
      : [],
  )
}

/** N210: every role that may use the form lacks a field that a new record requires. */
function warnAboutRefusedForm(of: Considering, entity: string, roles: readonly string[], place: Span): void {
  const facts = of.checking.entities.get(entity)
  if (facts === undefined) return
  const needed = [...facts.fields.values()]
    .filter((field) => !isProvidedAtCreation(field))
    .map(({ field }) => field.name)
  const missingFor = roles.map((role) => {
    const given = new Set(
      of.model.roles.permissions.flatMap((permission) =>
        isCreation(of, permission, entity, role) ? permission.fields : [],
      ),
    )
    return needed.find((field) => !given.has(field))
  })
  const [missing] = missingFor
  if (missing === undefined || missingFor.includes(undefined)) return
  // If nobody at all can give it, the field itself is reported.
  const isGivenBySomebody = of.model.roles.permissions.some(
    ({ isForbidden, entity: other, actions, fields }) =>
      !isForbidden && other === entity && actions.includes('create') && fields.includes(missing),
  )
  if (isGivenBySomebody)
    of.found.push(
      diagnostic('N210', place, entity, missing).because(
        facts.fields.get(missing)?.field.span ?? place,
        'It is declared here.',
      ),
    )
}

function isCreation(
  of: Considering,
  permission: Considering['model']['roles']['permissions'][number],
  entity: string,
  role: string,
): boolean {
  const { who, isForbidden, actions } = permission
  return (
    who !== null &&
    !isForbidden &&
    permission.entity === entity &&
    actions.includes('create') &&
    of.included.get(role)?.has(plainRoleOf(of, who)) === true
  )
}

/** N213 */
function warnAboutEndlessListsOf(of: Considering, draft: ScreenDraft): void {
  for (const { shows } of draft.blocks) {
    if ((shows.kind !== 'list' && shows.kind !== 'related') || shows.perPage !== null || shows.isAllOfThem === true)
      continue
    const place = shows.kind === 'list' ? shows.entity : shows.relation
    of.found.push(diagnostic('N213', place.span, place.text).withHint('Write "20 per page", or "all of them".'))
  }
}

/** N209: a screen with a record in its address must be opened from a list of such records, or by an action. */
function warnAboutUnreachable(of: Considering, screen: Screen): void {
  const { screens, routes } = of.model.screens
  // An author with a single screen is not finished yet.
  if (screens.length === 1) return
  const own = routes.filter((route) => route.screen === screen.name)
  if (own.length === 0 || own.some(({ parameters }) => parameters.length === 0)) return
  const entities = new Set(own.flatMap(({ parameters }) => parameters.map(({ entity }) => entity)))
  const leadsThere = (action: Action): boolean =>
    action.kind === 'open' ? action.screen === screen.name : 'thenOpen' in action && action.thenOpen === screen.name
  const isReached = screens.some((other) => {
    if (other.name === screen.name) return false
    const actions = [...other.actions, ...other.blocks.flatMap((block) => block.actions)]
    return (
      actions.some(leadsThere) ||
      other.blocks.some((block) =>
        block.kind === 'form' ? block.thenOpen === screen.name : block.kind === 'list' && entities.has(block.entity),
      )
    )
  })
  if (!isReached)
    of.found.push(
      diagnostic('N209', screen.span, screen.name).withHint(
        `Show a list of ${[...entities].join(' or ')} somewhere, or say "open ${screen.name}".`,
      ),
    )
}
