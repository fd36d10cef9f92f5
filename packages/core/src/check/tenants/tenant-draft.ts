// `Records belong to: Organisation via Membership` → the draft with its consequences for each entity, as if the author
// had written them: a reference to the tenant, and the tenant as a part of every unique or counted scope. Later checks
// see ordinary fields and rules.

import { diagnostic, type Diagnostic, type Sentence } from '../../diagnostic/diagnostic.ts'
import type { Draft } from '../../draft/draft.ts'
import type { EntityDraft, FieldDraft, FieldRuleDraft, FieldTypeDraft, TenancyDraft } from '../../draft/entities.ts'
import type { Tenancy } from '../../model/entities.ts'
import type { Written } from '../../text/source.ts'

export interface DraftOfTenants {
  readonly draft: Draft
  /** Null: there are none, or the line is invalid, already reported. */
  readonly tenancy: Tenancy | null
}

export function withTenants(draft: Draft, found: Diagnostic[]): DraftOfTenants {
  const line = draft.entities.tenancy
  const inTenants = rolesPerTenant(draft, line, found)
  const named = draft.roles.tenantByAddress
  if (line === null && named !== null) found.push(diagnostic('N336', named.span, 'address of no tenant', named.by))
  if (line === null) return { draft, tenancy: null }
  const tenancy = tenancyOf(draft, line, inTenants, found)
  if (tenancy === null) return { draft, tenancy: null }
  const name: Written = { text: tenancy.field, span: { start: line.span.end, end: line.span.end } }
  const entities = draft.entities.entities.map((entity) => {
    if (entity.name.text === tenancy.users) return withFields(entity, [currentTenant(name, line.tenant)])
    if (!tenancy.belonging.includes(entity.name.text)) return entity
    const roles = entity.name.text === tenancy.membership && tenancy.role !== null ? [roleField(name, inTenants)] : []
    return belonging(withLast(entity, roles), name, line.tenant, tenancy)
  })
  return { draft: { ...draft, entities: { ...draft.entities, entities } }, tenancy }
}

function tenancyOf(
  draft: Draft,
  line: TenancyDraft,
  inTenants: readonly Written[],
  found: Diagnostic[],
): Tenancy | null {
  const { entities } = draft.entities
  const named = (name: string): EntityDraft | undefined => entities.find((entity) => entity.name.text === name)
  const unknown = [line.tenant, ...(line.membership === null ? [] : [line.membership]), ...line.except].filter(
    ({ text }) => named(text) === undefined,
  )
  for (const { span, text } of unknown)
    found.push(
      diagnostic('N301', span, text).suggesting(
        text,
        entities.map(({ name }) => name.text),
      ),
    )
  if (unknown.length > 0) return null
  const users = draft.roles.signIn?.usersAre ?? null
  if (users === null || named(users.text) === undefined)
    return refuse(found, line.span, 'Write "Users are" and the rest of "Signing in" in point 6.', 'nobody signs in')
  const field = firstSmall(line.tenant.text)
  const user = membershipOf(line, users.text, named, found)
  if (user === null || line.membership === null) return null
  const apart = new Set([line.tenant.text, users.text, ...line.except.map(({ text }) => text)])
  const membership = line.membership.text
  if (apart.has(membership))
    return refuse(found, line.membership.span, 'Leave it out behind "except".', 'membership apart', line.tenant.text)
  const belonging = entities.map(({ name }) => name.text).filter((name) => !apart.has(name))
  const role = inTenants.length === 0 ? null : ROLE_FIELD
  const stated = draft.roles.tenantByAddress
  const address = stated === null ? null : { by: stated.by, field: stated.field.text }
  const parts = { tenant: line.tenant.text, field, membership, user, users: users.text, role, address, belonging }
  const tenancy = { ...parts, span: line.span }
  return isHeldByKeys(draft, tenancy, found) ? tenancy : null
}

function refuse(found: Diagnostic[], span: Written['span'], hint: string, ...words: Sentence<'N336'>): null {
  found.push(diagnostic('N336', span, ...words).withHint(hint))
  return null
}

function firstSmall(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}

/** The field of memberships that refers to the user. */
function membershipOf(
  { tenant, membership, span }: TenancyDraft,
  users: string,
  named: (name: string) => EntityDraft | undefined,
  found: Diagnostic[],
): string | null {
  const wanted = firstSmall(users)
  const row = `| ${wanted} | ${users} | required, deleted together | | |`
  if (membership === null)
    return refuse(
      found,
      span,
      `Write ${tenant.text} via Membership, and an entity Membership with the field ${row}`,
      'no membership',
      tenant.text,
    )
  const entity = named(membership.text)
  const leading = (entity?.fields ?? []).filter(
    ({ type, rules }) => isReferenceTo(type, users) && rules.some(({ kind }) => kind === 'required'),
  )
  const [first, second] = leading
  if (first !== undefined && second === undefined) return first.name.text
  const id = first === undefined ? 'no user of a membership' : 'several users of a membership'
  return refuse(found, membership.span, `Give it one: ${row}`, id, membership.text, users)
}

function isReferenceTo(type: FieldTypeDraft | null, entity: string): boolean {
  return type?.kind === 'reference' && type.entity.text === entity
}

/** Reports a part that no database key could enforce. */
function isHeldByKeys(
  { entities: { entities, referenceData, sampleData }, roles }: Draft,
  tenancy: Tenancy,
  found: Diagnostic[],
): boolean {
  const before = found.length
  const { tenant, field, users, belonging } = tenancy
  if (tenancy.role !== null) refuseOwnRoleField(entities, tenancy, found)
  refuseUnusableAddress(roles, entities, tenancy, found)
  for (const entity of entities) {
    const name = entity.name.text
    const own = entity.fields.find((each) => each.name.text === field)
    const isOurs = belonging.includes(name) || name === users
    if (own !== undefined && isOurs)
      found.push(
        diagnostic('N336', own.name.span, 'field given', name, field).withHint(
          'Leave this row out, or call the field otherwise.',
        ),
      )
    if (!belonging.includes(name) && name !== tenant)
      for (const each of entity.fields)
        if (each.type !== null && leadsInside(each.type, belonging))
          found.push(
            diagnostic('N337', each.name.span, name, each.name.text, tenant).withHint(
              name === users
                ? `Let the other side point here, or move the field to ${tenancy.membership}.`
                : `Take ${name} out of the exceptions, or let the other side point here.`,
            ),
          )
  }
  for (const { entity, columns, span } of [...referenceData, ...sampleData])
    if (belonging.includes(entity.text) && !columns.some(({ text }) => text === field))
      found.push(
        diagnostic('N338', span, entity.text, field).withHint(
          `Add the column "${field}", with the first field of the ${tenant}.`,
        ),
      )
  return found.length === before
}

/** By a column or links of its own, and not as the reverse of a reference. */
function leadsInside(type: FieldTypeDraft, belonging: readonly string[]): boolean {
  if (type.kind === 'reference') return belonging.includes(type.entity.text)
  return type.kind === 'collection' && type.via === null && belonging.includes(type.entity.text)
}

function rule(kind: 'required' | 'set once' | 'set by product', { span }: Written): FieldRuleDraft {
  return { kind, span }
}

function referenceTo(tenant: Written, name: Written, rules: readonly FieldRuleDraft[]): FieldDraft {
  const type = { kind: 'reference', entity: { text: tenant.text, span: name.span } } as const
  const { span } = name
  return {
    name,
    label: null,
    type,
    typeSpan: span,
    rules,
    default: null,
    saysNoDefault: null,
    meaning: null,
    isTenant: true,
    span,
  }
}

function currentTenant(name: Written, tenant: Written): FieldDraft {
  const effect = { kind: 'deletion', effect: 'cleared on deletion', span: name.span } as const
  return referenceTo(tenant, name, [rule('set by product', name), effect])
}

/** The field of memberships with the role in their tenant. */
const ROLE_FIELD = 'role'

/** A role that is given per tenant, and nothing else. */
function roleField(name: Written, roles: readonly Written[]): FieldDraft {
  const { span } = name
  return {
    name: { text: ROLE_FIELD, span },
    label: null,
    type: { kind: 'choice', values: roles.map(({ text }) => ({ text, span })) },
    typeSpan: span,
    rules: [rule('set by product', name)],
    default: null,
    saysNoDefault: null,
    meaning: null,
    span,
  }
}

/** Reports a role that is given per something else, or per tenant and in another way as well. */
function rolesPerTenant(draft: Draft, line: TenancyDraft | null, found: Diagnostic[]): Written[] {
  const names = namesPerTenant(draft, line, found)
  for (const { text, span } of givenOutside(draft))
    if (line !== null && names.some((name) => name.text === text))
      found.push(
        diagnostic('N336', span, 'role in two ways', text, line.tenant.text).withHint(
          `Name a role without "per ${line.tenant.text}" here.`,
        ),
      )
  return names
}

/** Roles that sign-up, providers and tables of users give. */
function givenOutside({ roles: { signIn, providers }, entities: { referenceData, sampleData } }: Draft): Written[] {
  const signUps = [signIn?.signUp ?? null, ...providers.map(({ signUp }) => signUp)]
  const users = [...referenceData, ...sampleData].filter(({ entity }) => entity.text === signIn?.usersAre?.text)
  const cells = users.flatMap(({ columns, rows }) => {
    const place = columns.findIndex(({ text }) => text === 'roles')
    return rows.flatMap((row) => row[place] ?? [])
  })
  return [
    ...signUps.flatMap((signUp) => (signUp?.kind === 'open' ? [signUp.gives] : [])),
    ...providers.flatMap(({ roles }) => roles.map(({ role }) => role)),
    ...cells.flatMap(({ text, span }) => text.split(',').map((role) => ({ text: role.trim(), span }))),
  ]
}

function namesPerTenant({ roles }: Draft, line: TenancyDraft | null, found: Diagnostic[]): Written[] {
  return roles.roles.flatMap(({ name, gained }) => {
    const [one] = gained.flatMap((gain) => (gain.kind === 'from' && gain.per !== null ? [gain.per] : []))
    if (one === undefined) return []
    const other = gained.find((gain) => gain.kind !== 'from' || gain.per?.text !== one.text)
    if (one.text !== line?.tenant.text)
      found.push(
        diagnostic('N336', one.span, 'role per something else', name.text, one.text).withHint(
          line === null
            ? `Write "**Records belong to:** ${one.text} via Membership" at the beginning of point 3.`
            : `Write "per ${line.tenant.text}".`,
        ),
      )
    else if (other !== undefined)
      found.push(
        diagnostic('N336', other.span, 'role in two ways', name.text, one.text).withHint(
          `Leave this way out, or make two roles of it, of which one includes the other.`,
        ),
      )
    return [name]
  })
}

function refuseOwnRoleField(entities: readonly EntityDraft[], { membership, tenant }: Tenancy, found: Diagnostic[]) {
  const fields = entities.find(({ name }) => name.text === membership)?.fields ?? []
  const own = fields.find(({ name }) => name.text === ROLE_FIELD)
  if (own === undefined) return
  found.push(
    diagnostic('N336', own.name.span, 'role field given', membership, tenant).withHint(
      'Leave this row out, or call the field otherwise.',
    ),
  )
}

/** The field has one value for each tenant, and every tenant has one. */
function refuseUnusableAddress(
  { tenantByAddress }: Draft['roles'],
  entities: readonly EntityDraft[],
  { tenant }: Tenancy,
  found: Diagnostic[],
): void {
  if (tenantByAddress === null) return
  const {
    by,
    field: { text, span },
  } = tenantByAddress
  const field = entities.find(({ name }) => name.text === tenant)?.fields.find(({ name }) => name.text === text)
  const kinds = field?.rules.map(({ kind }) => kind) ?? []
  const isOfText = field?.type?.kind === 'text' && kinds.includes('required') && kinds.includes('unique')
  const isOfSlug = field?.type?.kind === 'slug' && (kinds.includes('unique') || field.type.isNumberedWhenTaken)
  if (!isOfText && !isOfSlug)
    found.push(
      diagnostic('N336', span, 'address by another field', text, tenant, by).withHint(
        'Name a slug, numbered when taken, or a text that is required and unique.',
      ),
    )
}

function withLast(entity: EntityDraft, fields: readonly FieldDraft[]): EntityDraft {
  return { ...entity, fields: [...entity.fields, ...fields] }
}

function withFields(entity: EntityDraft, fields: readonly FieldDraft[]): EntityDraft {
  return { ...entity, fields: [...fields, ...entity.fields] }
}

function belonging(entity: EntityDraft, name: Written, tenant: Written, tenancy: Tenancy): EntityDraft {
  const effect = { kind: 'deletion', effect: 'deleted together', span: name.span } as const
  const own = referenceTo(tenant, name, [
    rule('required', name),
    rule('set once', name),
    rule('set by product', name),
    effect,
  ])
  const together = entity.uniqueTogether.map((each) => ({ ...each, fields: [...each.fields, name] }))
  const isMembership = entity.name.text === tenancy.membership
  const user = entity.fields.find(({ name: { text } }) => text === tenancy.user)?.name
  const once =
    isMembership && user !== undefined
      ? [{ fields: [{ text: user.text, span: name.span }, name], countingOnly: null, otherwise: null, span: name.span }]
      : []
  // An explicitly stated rule keeps its code.
  const isStated = together.some(
    ({ fields, countingOnly }) => countingOnly === null && fields.length === 2 && fields[0]?.text === user?.text,
  )
  return {
    ...entity,
    // Comes first, because statements that number and link existing records need the column.
    fields: [own, ...entity.fields.map((field) => insideTenant(field, name, tenancy))],
    uniqueTogether: isStated ? together : [...together, ...once],
  }
}

/** Makes unique and counted scopes include the tenant. */
function insideTenant(field: FieldDraft, name: Written, { belonging }: Tenancy): FieldDraft {
  const { type } = field
  // The referenced record belongs to one tenant, so the scope already includes it.
  if (type?.kind === 'reference' && belonging.includes(type.entity.text)) return field
  const isUnique = field.rules.some(({ kind }) => kind === 'unique')
  const rules = field.rules.map((each) => (each.kind === 'unique' ? { ...each, within: [...each.within, name] } : each))
  const added: FieldRuleDraft[] =
    type?.kind === 'slug' && !isUnique ? [{ kind: 'unique', ignoringCase: false, within: [name], span: name.span }] : []
  const counted = type?.kind === 'sequence' && type.per === null ? { ...type, per: name } : type
  return { ...field, type: counted, rules: [...rules, ...added] }
}
