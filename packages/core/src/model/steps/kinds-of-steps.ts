// Kinds of steps, in drafts and models: those that write, and those whose content is unknown.

import type { StepAction } from '../calls.ts'

export const CHANGING_RECORDS: readonly StepAction['kind'][] = [
  'create',
  'change',
  'set',
  'delete',
  'add',
  'remove',
  'do',
  'give role',
  'take role',
]

const WRITING: readonly StepAction['kind'][] = [
  ...CHANGING_RECORDS,
  'sign in',
  'sign out',
  'send',
  'issue',
  // Nothing is deferred unless a row says so.
  'later',
]

export function isWriting({ kind }: { readonly kind: string }): boolean {
  return WRITING.some((known) => known === kind)
}

/** The step is open, of a later version, or has a mistake that is already reported: it may be anything. */
export function isUnread({ action }: { readonly action: { readonly kind: string } }): boolean {
  return ['unsupported', 'unreadable', 'not shown'].includes(action.kind)
}
