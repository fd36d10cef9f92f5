// Draft roles → checked roles, sign-in and permissions. Permissions only add; `Nobody` only forbids. A row is split if
// its actions concern different fields, because more may be read than given.

import * as build from '../../expression/build.ts'
import { BOOLEAN } from '../../expression/value-types.ts'
import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { ContextualRoleDraft, PermissionDraft, RoleDraft } from '../../draft/roles.ts'
import type { Expression } from '../../expression/expression.ts'
import type { ContextualRole, Permission, PermissionAction, Role, RolesModel } from '../../model/roles.ts'
import { signInOf } from '../../model/users/sign-in-of.ts'
import type { Written } from '../../text/source.ts'
import { report, type Checking } from '../checking.ts'
import { reachable } from '../../model/reachable.ts'
import type { EntityFacts } from '../entities/facts.ts'
import { needsWhatIsNotShown, requireExpression } from '../expressions/expressions.ts'
import { partOfWritten } from '../expressions/part-of-written.ts'
import { fieldsOfAction } from './permission-fields.ts'
import { warnAboutPermissions } from './permission-warnings.ts'
import { provisionalPermissions, provisionalRoles } from '../provisional/provisional-roles.ts'
import { baseRole, isPlainRole, resolveEntity, resolveField, resolvePerformerDraft } from '../names/resolve.ts'
import { presenceOfRoles, recordScope, recordVariable, rolesIncludedIn } from '../names/scopes.ts'
import { checkAgents } from './agents.ts'
import { checkOperators } from './operators.ts'
import { warnAboutUnnamedProviders } from './providers.ts'
import { checkTenantOfRow } from '../tenants/tenant-rows.ts'
import { checkSignIn, NO_SIGN_IN } from './sign-in.ts'
import { checkUserActions } from './user-actions.ts'

export function checkRoles(checking: Checking): RolesModel {
  const { draft, names } = checking
  if (names.areRolesNotShown) {
    const span = draft.headings.roles ?? { start: 0, end: 0 }
    return {
      ...NO_SIGN_IN,
      roles: provisionalRoles(span),
      contextualRoles: [],
      permissions: provisionalPermissions(checking, span),
      agents: null,
      operators: null,
    }
  }
  const signIn = draft.roles.signIn === null ? NO_SIGN_IN : checkSignIn(checking, draft.roles.signIn, draft.roles.roles)
  const roles = [...names.roles.values()].map((role) => checkRole(checking, role))
  refuseCircles(checking)
  const contextualRoles = [...names.contextualRoles.values()]
    .flat()
    .flatMap((role) => checkContextualRole(checking, role) ?? [])
  const permissions = draft.roles.permissions.flatMap((permission) => checkPermission(checking, permission))
  warnAboutUnnamedProviders(checking)
  warnAboutPermissions(checking, roles, permissions)
  const { apiKeys = null, session = null } = signInOf(signIn) ?? {}
  const agents = checkAgents(checking, draft.roles.agents, roles, { apiKeys, session })
  const operators = checkOperators(checking, draft.roles.operators, roles)
  return { ...signIn, roles, contextualRoles, permissions, agents, operators }
}

function checkRole(checking: Checking, draft: RoleDraft): Role {
  for (const included of draft.includes) isPlainRole(checking, included)
  const givenBy = draft.gained.flatMap((gain) =>
    gain.kind === 'from' && isPlainRole(checking, gain.role) ? [gain.role.text] : [],
  )
  for (const gain of draft.gained)
    if (gain.kind === 'from' && gain.role.text === checking.names.guest) warnAboutGuestWhoGives(checking, gain.role)
  const is = (kind: string): boolean => draft.gained.some((gain) => gain.kind === kind)
  const signUp = checking.draft.roles.signIn?.signUp
  return {
    name: draft.name.text,
    was: checkFormerName(checking, draft),
    includes: [...rolesIncludedIn(checking.names, draft.name.text)].filter((role) => checking.names.roles.has(role)),
    isGuest: is('not signed in'),
    isGivenBySigningUp: is('signing up') || (signUp?.kind === 'open' && signUp.gives.text === draft.name.text),
    isGivenToFirstUser: is('first user'),
    givenBy,
    isPerTenant: checking.tenancy !== null && draft.gained.some((gain) => gain.kind === 'from' && gain.per !== null),
    when: draft.gained.flatMap((gain) => (gain.kind === 'when' ? (checkGain(checking, gain.condition) ?? []) : [])),
    span: draft.name.span,
  }
}

function warnAboutGuestWhoGives(checking: Checking, { text, span }: Written): void {
  const found = diagnostic('N605', span, 'gives no role', text)
  report(checking, found.withHint('Name a role of those who are signed in.'))
}

/** N011: deleting and giving roles concern whole records, so "Fields" would have no meaning. */
function refuseFieldsOfWhole(checking: Checking, { may, fields }: PermissionDraft): void {
  const [first] = fields.kind === 'only' ? fields.fields : []
  const [action] = may
  if (first === undefined || action === undefined) return
  if (may.some((each) => ['see', 'create', 'change'].includes(each.action))) return
  const found = diagnostic('N011', first.span, 'whole records', action.action)
  report(checking, found.withHint('Leave "Fields" empty.'))
}

/** A name that is still in use cannot be a former name, unless its present owner has been renamed too. */
function checkFormerName(checking: Checking, { name, was }: RoleDraft): string | null {
  if (was === null) return null
  const other = checking.names.roles.get(was.text)
  if (other === undefined || (was.text !== name.text && other.was !== null)) return was.text
  const found = diagnostic('N330', was.span, 'still a role', was.text)
  return report(checking, found.because(other.name.span, 'It is declared here.'))
}

/** A condition on the user. It must not use roles, which depend on it, so there is no `me`. */
function checkGain(checking: Checking, written: Written): Expression | null {
  const users = checking.draft.roles.signIn?.usersAre ?? null
  // The entity of users is open or invalid, already reported: until then nobody has this role.
  if (users === null || !checking.entities.has(users.text)) return null
  return requireExpression(checking, written, recordScope(checking, users.text, 'never'), { kind: 'boolean' })
}

function refuseCircles(checking: Checking): void {
  const next = new Map(
    [...checking.names.roles].map(([name, role]) => [name, new Set(role.includes.map(({ text }) => text))]),
  )
  const told = new Set<string>()
  for (const [name, role] of checking.names.roles) {
    const reached = reachable(name, next)
    if (!reached.has(name) || told.has(name)) continue
    // Every role of a cycle includes itself; the cycle is reported once.
    for (const other of reached) told.add(other)
    const culprit = role.includes.find(({ text }) => text === name || reachable(text, next).has(name))
    report(checking, diagnostic('N606', culprit?.span ?? role.name.span, name))
  }
}

function checkContextualRole(checking: Checking, draft: ContextualRoleDraft): ContextualRole | null {
  const entity = resolveEntity(checking, draft.entity)
  const hasRole = isPlainRole(checking, draft.mustHave)
  const before = checking.found.length
  if (entity === null) return null
  const presence = hasRole ? presenceOfRoles(checking, [draft.mustHave.text]) : 'always'
  const when = requireExpression(checking, draft.when, recordScope(checking, entity.name, presence), {
    kind: 'boolean',
  })
  if (!hasRole) return null
  if (when === null) return needsWhatIsNotShown(checking.found, before) ? nobodysRole(draft, entity.name) : null
  return { name: draft.name.text, entity: entity.name, mustHave: draft.mustHave.text, when, span: draft.name.span }
}

/** Its condition needs a part that is not shown: the role exists, but nobody has it. */
function nobodysRole({ name, mustHave, when }: ContextualRoleDraft, entity: string): ContextualRole {
  return {
    name: name.text,
    entity,
    mustHave: mustHave.text,
    when: build.literal(false, BOOLEAN, when.span),
    span: name.span,
  }
}

function checkPermission(checking: Checking, draft: PermissionDraft): Permission[] {
  const entity = resolveEntity(checking, draft.entity)
  if (entity === null) return []
  const who = resolvePerformerDraft(checking, draft.who, entity)
  refuseFieldsOfWhole(checking, draft)
  checkTenantOfRow(checking, draft)
  checkUserActions(checking, draft)
  const isForbidden = draft.who.kind === 'nobody'
  const target = checkRelation(checking, entity, draft)
  if (target === null || (who === null && !isForbidden)) return []
  const base = who === null ? null : baseRole(checking, who)
  const onlyWhere =
    draft.onlyWhere === null ? null : checkOnlyWhere(checking, draft.onlyWhere, entity, base, target.item)
  // A prohibition with an unknown extent forbids everything.
  if (draft.onlyWhere !== null && onlyWhere === null && !isForbidden) return []
  const isEveryField =
    draft.fields.kind === 'unstated' || (draft.fields.kind === 'all' && draft.fields.except.length === 0)
  return splitByFields(checking, entity, draft).map(({ actions, fields }) => ({
    isForbidden,
    who,
    actions,
    entity: entity.name,
    relation: target.relation,
    onlyWhere,
    mayHandOver: draft.mayHandOver,
    ...(draft.inEveryTenant === null ? {} : { isInEveryTenant: true as const }),
    fields,
    isEveryField,
    isProvisional: false,
    span: draft.span,
  }))
}

/** `add` and `remove` apply to to-many fields only. */
function checkRelation(
  checking: Checking,
  entity: EntityFacts,
  draft: PermissionDraft,
): { relation: string | null; item: string | null } | null {
  const adds = draft.may.filter(({ action }) => action === 'add' || action === 'remove')
  const { relation } = draft
  if (relation === null) {
    const [add] = adds
    if (add === undefined) return { relation: null, item: null }
    return report(checking, diagnostic('N011', draft.entity.span, 'needs a list', add.action, entity.name))
  }
  const field = resolveField(checking, entity, relation)
  if (field === null) return null
  if (field.field.type.kind !== 'collection')
    return report(checking, diagnostic('N011', relation.span, 'no list of records', relation.text))
  if (adds.length !== draft.may.length) return report(checking, diagnostic('N011', relation.span, 'add and remove'))
  return { relation: relation.text, item: field.field.type.entity }
}

function checkOnlyWhere(
  checking: Checking,
  written: Written,
  entity: EntityFacts,
  base: string | null,
  item: string | null,
): Expression | null {
  const presence = base === null ? 'maybe' : presenceOfRoles(checking, [base])
  const isGuest = base !== null && base === checking.names.guest
  const mentioned = isGuest ? /\bme\b/.exec(written.text) : null
  if (mentioned !== null)
    return report(
      checking,
      diagnostic('N603', partOfWritten(written, mentioned.index, mentioned.index + 2).span, base ?? ''),
    )
  const more = item === null ? [] : [['item', recordVariable(item)] as const]
  return requireExpression(checking, written, recordScope(checking, entity.name, isGuest ? 'never' : presence, more), {
    kind: 'boolean',
  })
}

function splitByFields(
  checking: Checking,
  entity: EntityFacts,
  draft: PermissionDraft,
): { actions: PermissionAction[]; fields: string[] }[] {
  const groups: { actions: PermissionAction[]; fields: string[] }[] = []
  for (const { action } of draft.may) {
    const fields = fieldsOfAction(checking, entity, draft, action)
    const same = groups.find((group) => group.fields.join() === fields.join())
    if (same === undefined) groups.push({ actions: [action], fields })
    else same.actions.push(action)
  }
  return groups
}
