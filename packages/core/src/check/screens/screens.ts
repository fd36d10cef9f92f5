// Draft screens and routes → checked ones. With point 2 not shown, provisional ones take their place.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { BlockDraft, ScreenDraft } from '../../draft/screens.ts'
import type { Performer } from '../../model/roles.ts'
import type { Block, Screen, ScreensModel } from '../../model/screens.ts'
import { report, reportAbsence, type Checking } from '../checking.ts'
import type { EntityFacts } from '../entity-facts.ts'
import { provisionalScreens } from '../provisional-screens.ts'
import { baseRole, resolvePerformer } from '../resolve.ts'
import { presenceOfRoles, type Presence } from '../scopes.ts'
import { checkActions } from './actions.ts'
import { checkListBlock, checkRecordBlock, type ScreenContext } from './blocks.ts'
import { checkRoutes, routesTo } from './routes.ts'
import { noteUnusedCalls, warnAboutUnseen } from './screen-warnings.ts'

export function checkScreens(checking: Checking): ScreensModel {
  const { screens, routes } = checking.draft.screens
  if (screens.length + routes.length === 0) return provisionalScreens(checking)
  const checkedRoutes = checkRoutes(checking)
  const checked = [...checking.names.screens.values()].map((draft) => checkScreen(checking, draft))
  noteUnusedCalls(checking)
  return { routes: checkedRoutes, screens: checked }
}

function checkScreen(checking: Checking, draft: ScreenDraft): Screen {
  if (routesTo(checking, draft.name.text).length === 0)
    reportAbsence(checking, draft.name.text, diagnostic('N202', draft.name.span, draft.name.text))
  const record = recordOf(checking, draft)
  const who = draft.who.flatMap((role) => resolvePerformer(checking, role, record) ?? [])
  const presence = presenceOfWho(checking, who)
  const context: ScreenContext = { checking, screen: draft, record, presence }
  const blocks = draft.blocks.flatMap((block) => checkBlock(context, block) ?? [])
  warnAboutUnseen(checking, draft, who, blocks)
  return {
    name: draft.name.text,
    who,
    isProvisional: false,
    blocks,
    actions: checkActions(context, draft.can, null),
    span: draft.name.span,
  }
}

function presenceOfWho(checking: Checking, who: readonly Performer[]): Presence {
  if (checking.names.areRolesNotShown) return 'maybe'
  return presenceOfRoles(
    checking,
    who.map((performer) => baseRole(checking, performer)),
  )
}

/** The entity of the record that the screen is about: its first "one Ticket by number". */
function recordOf(checking: Checking, draft: ScreenDraft): EntityFacts | null {
  for (const { shows } of draft.blocks)
    if (shows.kind === 'record') return checking.entities.get(shows.entity.text) ?? null
  return null
}

function checkBlock(context: ScreenContext, draft: BlockDraft): Block | null {
  const { checking } = context
  switch (draft.shows.kind) {
    case 'list':
    case 'related':
      return checkListBlock(context, draft, draft.shows)
    case 'record':
      return checkRecordBlock(context, draft, draft.shows)
    case 'answer':
      checkActions(context, draft.can, null)
      return report(checking, diagnostic('N012', draft.shows.call.span, 'Showing the answer of a call is'))
    case 'form':
      checkActions(context, draft.can, null)
      return report(checking, diagnostic('N012', draft.shows.call.span, 'A form as a part of a screen is'))
  }
}
