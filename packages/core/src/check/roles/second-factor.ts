// `Second factor` of the draft → the roles that it is required for, each once, and no way round it.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { RoleDraft, SignInDraft } from '../../draft/roles.ts'
import type { AnySignIn } from '../../model/roles.ts'
import type { Written } from '../../text/source.ts'
import { report, type Checking } from '../checking.ts'
import { isPlainRole } from '../names/resolve.ts'

/** Null: nobody is asked for one, also where the line is wrong. */
export function checkSecondFactor(
  checking: Checking,
  { secondFactor: draft, session }: SignInDraft,
  declared: readonly RoleDraft[],
): AnySignIn['secondFactor'] {
  if (draft === null) return null
  for (const carrier of session?.carriers ?? []) {
    if (carrier.kind !== 'basic') continue
    const why = 'HTTP Basic sends a password with every request, and has no place for a second factor.'
    const found = diagnostic('N655', carrier.span, why).because(draft.span, 'A second factor is asked for here.')
    report(checking, found.withHint('Leave HTTP Basic out, and give programs API keys.'))
  }
  if (draft.requiredFor === 'everybody') return { requiredFor: 'everybody', span: draft.span }
  const roles = new Set<string>()
  for (const written of draft.requiredFor) {
    if (roles.has(written.text))
      report(checking, diagnostic('N008', written.span, 'a role that needs a second factor', written.text))
    if (isPlainRole(checking, written) && isHad(checking, written, declared)) roles.add(written.text)
  }
  if (roles.size === 0 && draft.requiredFor.length > 0) return null
  return { requiredFor: [...roles], span: draft.span }
}

/** A guest signs in with nothing. */
function isHad(checking: Checking, written: Written, declared: readonly RoleDraft[]): boolean {
  const role = declared.find(({ name }) => name.text === written.text)
  if (role?.gained.some(({ kind }) => kind === 'not signed in') !== true) return true
  const why = `Nobody who has signed in is "${written.text}", and guests have no second factor.`
  report(checking, diagnostic('N011', written.span, why).because(role.span, 'The role is declared here.'))
  return false
}
