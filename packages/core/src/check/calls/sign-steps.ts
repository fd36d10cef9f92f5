// Steps about authentication: passwords, sessions, roles → the checked action.

import * as build from '../../expression/build.ts'
import { TEXT } from '../../expression/value-types.ts'
import { diagnostic, type Sentence } from '../../diagnostic/diagnostic.ts'
import type { StepActionDraft } from '../../draft/calls.ts'
import type { Expression, Scope } from '../../expression/expression.ts'
import type { StepAction } from '../../model/calls.ts'
import { report } from '../checking.ts'
import { requireExpression, requireValue } from '../expressions/expressions.ts'
import { isPlainRole, resolveEntity } from '../names/resolve.ts'
import { recordVariable } from '../names/scopes.ts'
import { bind, boundRecord, whereScope, type StepContext } from './step-context.ts'

type Draft<Kind extends StepActionDraft['kind']> = Extract<StepActionDraft, { kind: Kind }>

export function checkSignStep(
  stepping: StepContext,
  draft: Draft<'check password' | 'sign in' | 'sign out' | 'give role' | 'take role'>,
  scope: Scope,
  isSometimes: boolean,
): StepAction | null {
  const { checking } = stepping
  switch (draft.kind) {
    case 'sign out':
      // After this step no user is signed in; after a conditional one, there may be one.
      if (!isSometimes) stepping.variables.delete('me')
      else weaken(stepping)
      setTokenOptional(stepping, true)
      return { kind: 'sign out' }
    case 'check password': {
      const found = resolveEntity(checking, draft.entity)
      const entity = found !== null && hasPasswords(stepping, draft) ? found : null
      const password = requireValue(checking, draft.password, scope, { kind: 'text' }, true)
      const where =
        found === null ? null : requireExpression(checking, draft.where, whereScope(scope, found), { kind: 'boolean' })
      bind(
        stepping,
        draft.as,
        entity === null ? { type: { kind: 'unknown' }, isOptional: false } : recordVariable(entity.name, isSometimes),
      )
      if (entity === null || password === null || where === null) return null
      return { kind: 'check password', password, entity: entity.name, as: draft.as.text, where }
    }
    case 'sign in': {
      const user = checkUser(stepping, draft, scope)
      if (user === null) return null
      warnAboutSecondFactor(stepping, draft)
      noteNoWayIn(stepping, draft)
      // After this step, the caller is signed in.
      stepping.variables.set(
        'me',
        recordVariable(user, isSometimes && stepping.variables.get('me')?.isOptional !== false),
      )
      if (!isSometimes) setTokenOptional(stepping, false)
      return { kind: 'sign in', record: draft.record.text }
    }
    default: {
      const user = checkUser(stepping, draft, scope)
      const role = checkRole(stepping, draft, scope)
      return user === null || role === null ? null : { kind: draft.kind, role, record: draft.record.text }
    }
  }
}

/** Only the users have passwords, and only where they sign in with them. A missing line is reported at the heading. */
function hasPasswords({ checking }: StepContext, { entity }: Draft<'check password'>): boolean {
  const { signIn } = checking.draft.roles
  if (signIn === null || signIn.usersAre === null) return true
  const users = signIn.usersAre.text
  if (users !== entity.text) {
    report(checking, diagnostic('N621', entity.span, 'no users', users, 'sign in'))
    return false
  }
  const isOtherWay = signIn.way === null ? signIn.providers.length > 0 : signIn.way.kind !== 'password'
  if (isOtherWay)
    report(
      checking,
      diagnostic('N621', entity.span, 'no password').withHint('Write "Sign in with: FIELD and password".'),
    )
  return !isOtherWay
}

/** The text says that there is no way to sign in, or leaves it open. A missing line is reported at the heading. */
function noteNoWayIn({ checking }: StepContext, draft: Draft<'sign in'>): void {
  const { signIn } = checking.draft.roles
  if (signIn === null || !signIn.labels.includes('Sign in with')) return
  if (signIn.way !== null || signIn.providers.length > 0) return
  const found = diagnostic(
    'N623',
    draft.record.span,
    'It is not said what users sign in with, so no session begins here',
  )
  report(checking, found.withHint('Where users sign in by calls alone, write "Sign in with: calls by FIELD".'))
}

/** A call has no second request in which to ask for the code. */
function warnAboutSecondFactor({ checking }: StepContext, draft: Draft<'sign in'>): void {
  const asking = checking.draft.roles.signIn?.secondFactor ?? null
  if (asking === null) return
  const found = diagnostic('N656', draft.record.span).because(asking.span, 'It is asked for here.')
  report(checking, found.withHint("Let people sign in on the application's own page, and programs by API keys."))
}

function weaken(stepping: StepContext): void {
  const me = stepping.variables.get('me')
  if (me !== undefined) stepping.variables.set('me', { ...me, isOptional: true })
  stepping.known.delete('me')
}

/** A caller who signs in here gets a session; one with HTTP Basic has none. */
function setTokenOptional(stepping: StepContext, isOptional: boolean): void {
  const token = stepping.variables.get('session.token')
  if (token !== undefined) stepping.variables.set('session.token', { ...token, isOptional })
}

function checkUser(
  stepping: StepContext,
  draft: Draft<'sign in' | 'give role' | 'take role'>,
  scope: Scope,
): string | null {
  const { checking } = stepping
  const entity = boundRecord(stepping, draft.record, scope)
  if (entity === null) return null
  const users = checking.draft.roles.signIn?.usersAre?.text
  if (users === entity.name) return entity.name
  const message: Sentence<'N621'> =
    users === undefined
      ? ['unknown users']
      : ['no users', users, draft.kind.startsWith('sign') ? 'sign in' : 'have a role']
  return report(checking, diagnostic('N621', draft.record.span, ...message))
}

/** A role by its name, or a value that is a role. */
function checkRole(stepping: StepContext, draft: Draft<'give role' | 'take role'>, scope: Scope): Expression | null {
  const { checking } = stepping
  const { role } = draft
  if (!draft.isExpression) {
    return isPlainRole(checking, role) ? build.literal(role.text, TEXT, role.span) : null
  }
  const expression = requireValue(checking, role, scope, { kind: 'text' }, true)
  const variable = scope.variables.get(role.text.trim())
  if (expression === null || variable?.type.kind !== 'choice') return expression
  for (const [text, span] of stepping.optionPlaces)
    if (checking.names.roles.has(text) && variable.type.values.includes(text))
      checking.names.recorder.use('role', { text, span })
  const unknown = variable.type.values.filter((value) => !checking.names.roles.has(value))
  for (const value of unknown)
    isPlainRole(checking, { text: value, span: stepping.optionPlaces.get(value) ?? role.span })
  return expression
}
