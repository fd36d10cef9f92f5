// Entries of a "Can" line → checked actions.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { CanDraft } from '../../draft/screens.ts'
import type { Action } from '../../model/screens.ts'
import type { Written } from '../../text/source.ts'
import { report, type Checking } from '../checking.ts'
import type { EntityFacts } from '../entities/facts.ts'
import { machineOf, resolveDocument, resolveTransition } from '../names/resolve.ts'
import { holdsValueOf, type Answer } from './answers.ts'
import type { ScreenContext } from './screen-context.ts'
import { factsOf, resolveCall, titleOf, type CallFacts } from './call-facts.ts'
import { checkOpening } from './openings.ts'

/** The place of a "Can" line. */
export interface ActionPlace {
  /** The entity of the block's records. */
  readonly entity: EntityFacts | null
  /** Below a list, one record, or neither. */
  readonly place: 'list' | 'record' | 'screen'
  /** Below the answer of a call: the shown part, or each of its rows. */
  readonly answer?: Answer
}

export function checkActions(context: ScreenContext, drafts: readonly CanDraft[], place: ActionPlace): Action[] {
  return drafts.flatMap((draft) => checkAction(context, draft, place) ?? [])
}

function checkAction(context: ScreenContext, draft: CanDraft, place: ActionPlace): Action | null {
  const { checking } = context
  const { action, span } = draft
  const label = draft.label?.text
  const isForChosenRows = draft.forChosenRows !== null
  if (draft.forChosenRows !== null && place.place !== 'list') {
    const hint = 'Rows are chosen in a list: write it below one.'
    return report(checking, diagnostic('N017', draft.forChosenRows, 'words', 'for chosen rows').withHint(hint))
  }
  switch (action.kind) {
    case 'call': {
      const call = resolveCall(checking, action.call)
      const thenOpen = resolveScreen(checking, action.thenOpen)
      if (call === null || thenOpen === undefined) return null
      const facts = factsOf(checking, call)
      if (facts !== null) checkAtHand(context, draft, action, facts, place)
      const title = label === undefined ? titleOf(checking, call) : { label }
      return { kind: 'call', ...title, ...call, thenOpen, isForChosenRows, span }
    }
    case 'transition': {
      const on = transitionEntity(context, action.transition, place.entity)
      if (on === null) return null
      const { text } = action.transition
      return {
        kind: 'transition',
        label: label ?? capitalised(text),
        entity: on,
        transition: text,
        isForChosenRows,
        span,
      }
    }
    case 'open': {
      const screen = resolveScreen(checking, action.screen)
      if (screen === null || screen === undefined) return null
      checkOpening(context, action.screen, [place.answer ?? null], [place.entity?.name ?? null])
      return { kind: 'open', label: label ?? labelOfOpening(checking, screen), screen, span }
    }
    case 'document': {
      const document = resolveDocument(checking, action.document)
      const on = document === null ? undefined : checking.entities.get(document.entity.text)
      if (on === undefined) return null
      if (place.entity !== on && context.record !== on) {
        return report(
          checking,
          diagnostic('N236', action.document.span, 'no such record here', action.document.text, on.name, on.name),
        )
      }
      const { text } = action.document
      return { kind: 'document', label: label ?? text, entity: on.name, document: text, span }
    }
    case 'sign out': {
      const thenOpen = resolveScreen(checking, action.thenOpen)
      if (thenOpen === undefined) return null
      if (action.thenOpen !== null) checkOpening(context, action.thenOpen, [])
      return { kind: 'sign out', label: label ?? 'Sign out', thenOpen, span }
    }
  }
}

/** A screen with only a form is named after its action: "New report". */
function labelOfOpening(checking: Checking, screen: string): string {
  const blocks = checking.names.screens.get(screen)?.blocks ?? []
  return blocks.length === 1 && blocks[0]?.shows.kind === 'form' ? screen : `Open ${screen}`
}

/** The target screen of a call, and the path of a call below an answer, need values that identify their records. */
function checkAtHand(
  context: ScreenContext,
  draft: CanDraft,
  action: Extract<CanDraft['action'], { kind: 'call' }>,
  call: CallFacts,
  { entity, place, answer }: ActionPlace,
): void {
  const { checking } = context
  // A person picks the records in the path, unless they are in scope.
  const picked = call.parameters.flatMap(({ finds }) => finds?.entity ?? [])
  if (action.thenOpen !== null)
    checkOpening(context, action.thenOpen, [call.answer, answer ?? null], [entity?.name ?? null, ...picked])
  const finds = call.parameters.some((parameter) => {
    if (parameter.finds === null)
      return answer !== undefined && holdsValueOf(answer, { entity: '', field: parameter.name })
    return entity?.name === parameter.finds.entity || (answer !== undefined && holdsValueOf(answer, parameter.finds))
  })
  if (draft.forChosenRows !== null && place === 'list' && !finds) {
    const found = diagnostic('N218', draft.forChosenRows, 'no row in the path', call.name)
    report(checking, found)
  }
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Undefined: unknown, already reported. */
export function resolveScreen(checking: Checking, written: Written | null): string | null | undefined {
  if (written !== null && checking.names.screens.has(written.text)) checking.names.recorder.use('screen', written)
  if (written === null || checking.names.screens.has(written.text)) return written?.text ?? null
  report(
    checking,
    diagnostic('N201', written.span, written.text).suggesting(written.text, checking.names.screens.keys()),
  )
  return undefined
}

/** The entity of the records above the line, or of the screen's record. */
function transitionEntity(context: ScreenContext, transition: Written, entity: EntityFacts | null): string | null {
  const { checking, record } = context
  for (const candidate of [entity, record]) {
    if (candidate !== null && machineOf(checking, candidate.name, transition.text) !== null) {
      checking.names.recorder.use('transition', transition, candidate.name)
      return candidate.name
    }
  }
  const nearest = record ?? entity
  if (nearest === null) return report(checking, diagnostic('N221', transition.span))
  resolveTransition(checking, nearest.name, transition)
  return null
}
