// Steps that need a caller → N730, where there is none: the clock has no permissions and reads no answer.

import { diagnostic, type Fix } from '../../diagnostic/diagnostic.ts'
import type { StepActionDraft, StepDraft } from '../../draft/calls.ts'
import { report } from '../checking.ts'
import type { StepContext } from './step-context.ts'

const OF_A_REQUEST: readonly StepActionDraft['kind'][] = [
  'check password',
  'sign in',
  'sign out',
  'respond',
  'respond file',
  'respond document',
]
const OF_A_PERSON: readonly StepActionDraft['kind'][] = ['change', 'add', 'remove', 'give role', 'take role']

/** The product's own version of a step, with another verb. */
const OWN_VERBS: Readonly<Record<string, string>> = { create: 'record', delete: 'discard' }

export function refuseWithoutCaller({ checking, by }: StepContext, draft: StepDraft): void {
  const { action, span, when } = draft
  if (by === 'caller') return
  if (OF_A_REQUEST.includes(action.kind)) {
    const who = by === 'clock' ? 'a schedule' : 'a transition'
    report(checking, diagnostic('N730', span, action.kind, who))
    return
  }
  if (by === 'transition' || !needsPermission(action)) return
  const own = OWN_VERBS[action.kind]
  const hint =
    own !== undefined
      ? `The product's own doing needs nobody's permission: write ${own}.`
      : action.kind === 'change'
        ? "The product's own doing needs nobody's permission: write set NAME.FIELD to `…`."
        : 'Only a call can do this.'
  const found = diagnostic('N730', span, action.kind, 'a schedule').withHint(hint)
  const verb = { start: span.start, end: span.start + action.kind.length }
  const fix: Fix | null =
    own === undefined || when !== null ? null : { title: `Replace with "${own}"`, edits: [{ span: verb, text: own }] }
  report(checking, found.withFix(fix))
}

function needsPermission(action: StepActionDraft): boolean {
  if (action.kind === 'create' || action.kind === 'delete') return !action.isProductsOwn
  return OF_A_PERSON.includes(action.kind)
}
