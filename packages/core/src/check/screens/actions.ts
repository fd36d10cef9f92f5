// Entries of a "Can" line → checked actions.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { CallReferenceDraft, CanDraft } from '../../draft/screens.ts'
import type { Method } from '../../model/calls.ts'
import type { Action } from '../../model/screens.ts'
import type { Written } from '../../text/source.ts'
import { knownCalls, nearestCall } from '../call-names.ts'
import { report, type Checking } from '../checking.ts'
import type { EntityFacts } from '../entity-facts.ts'
import { pathPattern } from '../names.ts'
import { machineOf, resolveTransition } from '../resolve.ts'
import type { ScreenContext } from './blocks.ts'

/** `entity`: of the block that the line stands under, if any. */
export function checkActions(
  context: ScreenContext,
  drafts: readonly CanDraft[],
  entity: EntityFacts | null,
): Action[] {
  return drafts.flatMap((draft) => checkAction(context, draft, entity) ?? [])
}

function checkAction(context: ScreenContext, draft: CanDraft, entity: EntityFacts | null): Action | null {
  const { checking } = context
  const { action, span } = draft
  switch (action.kind) {
    case 'call': {
      const call = resolveCall(checking, action.call)
      const thenOpen = resolveScreen(checking, action.thenOpen)
      if (call === null || thenOpen === undefined) return null
      return { kind: 'call', label: draft.label?.text ?? titleOf(checking, call), ...call, thenOpen, span }
    }
    case 'transition': {
      const on = transitionEntity(context, action.transition, entity)
      return on === null
        ? null
        : {
            kind: 'transition',
            label: draft.label?.text ?? capitalised(action.transition.text),
            entity: on,
            transition: action.transition.text,
            span,
          }
    }
    case 'open': {
      const screen = resolveScreen(checking, action.screen)
      return screen === null || screen === undefined
        ? null
        : { kind: 'open', label: draft.label?.text ?? `Open ${screen}`, screen, span }
    }
    case 'sign out': {
      const thenOpen = resolveScreen(checking, action.thenOpen)
      return thenOpen === undefined
        ? null
        : { kind: 'sign out', label: draft.label?.text ?? 'Sign out', thenOpen, span }
    }
  }
}

/** The call's own path: what its parameters are called is the call's business. Null: unknown, and said so. */
export function resolveCall(
  checking: Checking,
  reference: CallReferenceDraft,
): { method: Method; path: string } | null {
  const written = `${reference.method.text} ${reference.path.text}`
  const pattern = pathPattern(written)
  const name = [...knownCalls(checking)].find((known) => pathPattern(known) === pattern)
  if (name === undefined)
    return report(checking, diagnostic('N208', reference.span, written).withHint(nearestCall(checking, written)))
  return { method: reference.method.text as Method, path: name.slice(name.indexOf(' ') + 1) }
}

function titleOf(checking: Checking, call: { method: Method; path: string }): string {
  return checking.names.calls.get(`${call.method} ${call.path}`)?.title?.text ?? `${call.method} ${call.path}`
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Undefined: unknown, and said so. */
export function resolveScreen(checking: Checking, written: Written | null): string | null | undefined {
  if (written === null || checking.names.screens.has(written.text)) return written?.text ?? null
  report(
    checking,
    diagnostic('N201', written.span, written.text).suggesting(written.text, checking.names.screens.keys()),
  )
  return undefined
}

/** Of the records that stand above the line, or of the record that the screen is about. */
function transitionEntity(context: ScreenContext, transition: Written, entity: EntityFacts | null): string | null {
  const { checking, record } = context
  for (const candidate of [entity, record]) {
    if (candidate !== null && machineOf(checking, candidate.name, transition.text) !== null) return candidate.name
  }
  const nearest = record ?? entity
  if (nearest === null) return report(checking, diagnostic('N221', transition.span))
  resolveTransition(checking, nearest.name, transition)
  return null
}
