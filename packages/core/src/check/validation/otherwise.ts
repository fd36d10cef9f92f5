// The code of a rule: every rule has one, so that a refusal has a reason.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { RuleDraft } from '../../draft/validation.ts'
import { report, type Checking } from '../checking.ts'
import { resolveCode } from '../names/resolve.ts'

export function checkOtherwise(
  checking: Checking,
  draft: Pick<RuleDraft, 'name' | 'otherwise'>,
  scope: Parameters<typeof resolveCode>[2],
): string | null {
  if (draft.otherwise.text !== '') return resolveCode(checking, draft.otherwise, scope)
  return report(
    checking,
    diagnostic('N506', draft.name.span, draft.name.text).withHint('Name a code of point 8 under "Otherwise".'),
  )
}
