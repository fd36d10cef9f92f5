// Draft sign-in → checked sign-in: whose records are the users, what they type, and how long it lasts.

import { diagnostic } from '../diagnostic/diagnostic.ts'
import type { SignInDraft } from '../draft/roles.ts'
import type { SignIn } from '../model/roles.ts'
import { durationOf, wholeNumberOf } from './written-amounts.ts'
import { report, type Checking } from './checking.ts'
import type { EntityFacts } from './entity-facts.ts'
import { isPlainRole, resolveCode, resolveEntity, resolveField } from './resolve.ts'

/** What a session lasts when its length is not shown: it must last some time. */
const SESSION_LENGTH_MS = 24 * 3_600_000

export function checkSignIn(checking: Checking, draft: SignInDraft): SignIn | null {
  const entity = draft.usersAre === null ? null : resolveEntity(checking, draft.usersAre)
  if (draft.usersAre === null)
    report(
      checking,
      diagnostic('N621', draft.span, 'It is not said whose records are the users.').withHint(
        'Add "Users are:" with an entity.',
      ),
    )
  const gives =
    draft.signUp?.kind === 'open' && isPlainRole(checking, draft.signUp.gives) ? draft.signUp.gives.text : null
  const lockOut = checkLockOut(checking, draft)
  const session = checkSession(checking, draft)
  if (entity === null) return null
  const identifier = checkIdentifier(checking, draft, entity)
  const password = [...entity.fields.values()].find(({ field }) => field.type.kind === 'password')
  if (password === undefined) {
    return report(
      checking,
      diagnostic('N621', draft.usersAre?.span ?? draft.span, `A ${entity.name} has no field of type "password".`),
    )
  }
  if (identifier === null) return null
  return {
    entity: entity.name,
    identifier,
    password: password.field.name,
    session,
    signUp: gives === null ? null : { gives },
    lockOut,
    span: draft.span,
  }
}

function checkIdentifier(checking: Checking, draft: SignInDraft, entity: EntityFacts): string | null {
  if (draft.identifier === null)
    return report(
      checking,
      diagnostic('N621', draft.span, 'It is not said what users sign in with.').withHint(
        'Add "Sign in with: email and password".',
      ),
    )
  const field = resolveField(checking, entity, draft.identifier)
  if (field === null) return null
  const isOne =
    field.field.unique !== null &&
    field.field.unique.within.length === 0 &&
    field.field.isRequired &&
    'lengthMin' in field.field.type
  if (isOne && field.field.type.kind !== 'password') return field.field.name
  return report(
    checking,
    diagnostic(
      'N621',
      draft.identifier.span,
      `"${field.field.name}" must be a required, unique text to sign in with.`,
    ).because(field.field.span, 'It is declared here.'),
  )
}

function checkSession(checking: Checking, draft: SignInDraft): SignIn['session'] {
  const { session } = draft
  const written = session?.length ?? null
  const length = written === null ? null : durationOf(checking, written)
  return {
    carrier: session?.carrier ?? { kind: 'cookie' },
    lengthMs: length ?? SESSION_LENGTH_MS,
    after: session?.after ?? 'last use',
  }
}

function checkLockOut(checking: Checking, draft: SignInDraft): SignIn['lockOut'] {
  if (draft.wrongPassword === null) return null
  const { attempts, window, otherwise } = draft.wrongPassword
  const attemptsMax = wholeNumberOf(checking, attempts)
  const windowMs = durationOf(checking, window)
  const code = resolveCode(checking, otherwise, null)
  return attemptsMax === null || windowMs === null || code === null ? null : { attemptsMax, windowMs, otherwise: code }
}
