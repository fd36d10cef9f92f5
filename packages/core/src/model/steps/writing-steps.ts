// Steps that write, in drafts and models.

import type { StepAction } from '../calls.ts'

const WRITING: readonly StepAction['kind'][] = [
  'create',
  'change',
  'set',
  'delete',
  'add',
  'remove',
  'do',
  'give role',
  'take role',
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
