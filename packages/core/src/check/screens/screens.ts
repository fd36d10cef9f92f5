// Draft screens and routes → checked ones. If point 2 is not shown, provisional ones replace them.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { BlockDraft, ScreenDraft } from '../../draft/screens.ts'
import type { ScopeVariable } from '../../expression/expression.ts'
import type { Performer } from '../../model/roles.ts'
import type { Block, Screen, ScreensModel } from '../../model/screens.ts'
import type { Span } from '../../text/source.ts'
import { report, reportAbsence, type Checking, type ScreenChecking } from '../checking.ts'
import type { EntityFacts } from '../entities/facts.ts'
import { isUsableName } from '../names/names.ts'
import { provisionalScreens } from '../provisional/provisional-screens.ts'
import { baseRole, resolvePerformer } from '../names/resolve.ts'
import { presenceOfRoles, type Presence } from '../names/scopes.ts'
import { checkActions } from './actions.ts'
import { checkAnswerBlock, choiceType } from './answer-block.ts'
import { checkWords, pathVariables, warnAboutUnusedChoices } from './screen-scope.ts'
import {
  checkCountBlock,
  checkListBlock,
  checkRecordBlock,
  checkTextBlock,
  wordsOf,
  type BlockParts,
} from './blocks.ts'
import type { ScreenContext } from './screen-context.ts'
import { checkDocuments, warnAboutUnusedDocuments } from './documents.ts'
import { checkFormBlock } from './form-block.ts'
import { checkRoutes, routesTo } from './routes.ts'
import { isAmong, noteUnusedCalls, warnAboutUnseen } from './screen-warnings.ts'

export function checkScreens(checking: ScreenChecking): ScreensModel {
  const { screens, routes } = checking.draft.screens
  const documents = checkDocuments(checking)
  if (screens.length + routes.length === 0) {
    warnAboutUnusedDocuments(checking)
    return { ...provisionalScreens(checking), documents }
  }
  const checkedRoutes = checkRoutes(checking)
  const checked = [...checking.names.screens.values()].map((draft) => checkScreen(checking, draft))
  noteUnusedCalls(checking)
  warnAboutUnusedDocuments(checking)
  return { routes: checkedRoutes, screens: checked, documents }
}

function checkScreen(checking: ScreenChecking, draft: ScreenDraft): Screen {
  if (routesTo(checking, draft.name.text).length === 0)
    reportAbsence(checking, draft.name.text, diagnostic('N202', draft.name.span, draft.name.text))
  const record = recordOf(checking, draft)
  const who = checkWho(checking, draft, record)
  const variables = new Map([...pathVariables(checking, draft), ...choicesOf(checking, draft)])
  const presence = presenceOfWho(checking, who ?? [])
  const context: ScreenContext = { checking, screen: draft, record, who, presence, variables }
  const blocks = draft.blocks.flatMap((block) => {
    const checked = checkBlock(context, block)
    return checked === null ? [] : [checked]
  })
  warnAboutUnseen(checking, draft, who ?? [], blocks)
  warnAboutUnusedChoices(checking, draft.blocks)
  return {
    name: draft.name.text,
    who: checking.names.areRolesNotShown ? null : who,
    isProvisional: false,
    blocks,
    actions: checkActions(context, draft.can, { entity: null, place: 'screen' }),
    refreshing: draft.refreshes,
    span: draft.name.span,
  }
}

/** Until its audience is stated, nobody can open the screen. */
function checkWho(checking: Checking, draft: ScreenDraft, record: EntityFacts | null): Performer[] {
  if (draft.who === null && !draft.isWhoOpen)
    report(
      checking,
      diagnostic('N007', draft.name.span, `The role for "${draft.name.text}"`).withHint(
        'Add a line "Who". Until then nobody can open it.',
      ),
    )
  return (draft.who ?? []).flatMap((role) => resolvePerformer(checking, role, record) ?? [])
}

function presenceOfWho(checking: Checking, who: readonly Performer[]): Presence {
  if (checking.names.areRolesNotShown || who.length === 0) return 'maybe'
  return presenceOfRoles(
    checking,
    who.map((performer) => baseRole(checking, performer)),
  )
}

/** The entity of the screen's record: that of its first "one Ticket by number". */
function recordOf(checking: Checking, draft: ScreenDraft): EntityFacts | null {
  for (const { shows } of draft.blocks)
    if (shows.kind === 'record') return checking.entities.get(shows.entity.text) ?? null
  return null
}

/** `chosen.tag`. A part that uses it appears only after a choice, so it is never empty. */
function choicesOf(checking: ScreenChecking, draft: ScreenDraft): [string, ScopeVariable][] {
  const first = new Map<string, Span>()
  return draft.blocks.flatMap(({ shows }): [string, ScopeVariable][] => {
    if (shows.kind !== 'answer' || shows.choicesFor === null) return []
    const { text, span } = shows.choicesFor
    const other = first.get(text)
    if (other !== undefined)
      report(checking, diagnostic('N008', span, 'a choice on this screen', text).because(other, 'It is first here.'))
    else if (!isUsableName(shows.choicesFor, checking.found)) return []
    first.set(text, span)
    return [[`chosen.${text}`, { type: choiceType(checking, shows) ?? { kind: 'unknown' }, isOptional: false }]]
  })
}

function checkBlock(context: ScreenContext, draft: BlockDraft): Block | null {
  const parts = checkParts(context, draft)
  const { shows } = draft
  switch (shows.kind) {
    case 'list':
    case 'related':
      return checkListBlock(context, draft, shows, parts)
    case 'record':
      return checkRecordBlock(context, draft, shows, parts)
    case 'count':
      return checkCountBlock(context, draft, shows, parts)
    case 'answer':
      return checkAnswerBlock(context, draft, shows, parts)
    case 'form':
      return checkFormBlock(context, draft, shows, parts)
    case 'text':
      return checkTextBlock(context, draft, shows, parts)
  }
}

function checkParts(context: ScreenContext, draft: BlockDraft): BlockParts {
  const { checking, record } = context
  const forRoles = draft.forRoles?.flatMap((role) => resolvePerformer(checking, role, record) ?? []) ?? null
  const presence = forRoles === null || forRoles.length === 0 ? context.presence : presenceOfWho(checking, forRoles)
  warnAboutOthers(context, draft)
  return {
    tab: draft.tab === null ? null : checkWords(context, draft.tab, presence),
    title: draft.title?.text ?? null,
    width: draft.width?.width ?? 'full',
    forRoles,
    whenFailing:
      draft.whenFailing === null ? null : { words: wordsOf(draft.whenFailing) ?? '', span: draft.whenFailing.span },
    span: draft.span,
    presence,
  }
}

/** N222: a role that the screen is not for, and that includes none of its roles. */
function warnAboutOthers({ checking, screen }: ScreenContext, draft: BlockDraft): void {
  if (checking.names.areRolesNotShown || screen.who === null) return
  const own = screen.who.map(({ text }) => text)
  for (const role of draft.forRoles ?? []) {
    const isKnown = checking.names.roles.has(role.text) || checking.names.contextualRoles.has(role.text)
    if (isKnown && !isAmong(checking, role.text, screen))
      report(checking, diagnostic('N222', role.span, role.text).suggesting(role.text, own))
  }
}
