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
  if (line === null) return { draft, tenancy: null }
  const tenancy = tenancyOf(draft, line, found)
  if (tenancy === null) return { draft, tenancy: null }
  const name: Written = { text: tenancy.field, span: { start: line.span.end, end: line.span.end } }
  const entities = draft.entities.entities.map((entity) => {
    if (entity.name.text === tenancy.users) return withFields(entity, [currentTenant(name, line.tenant)])
    return tenancy.belonging.includes(entity.name.text) ? belonging(entity, name, line.tenant, tenancy) : entity
  })
  return { draft: { ...draft, entities: { ...draft.entities, entities } }, tenancy }
}

function tenancyOf(draft: Draft, line: TenancyDraft, found: Diagnostic[]): Tenancy | null {
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
  const tenancy = { tenant: line.tenant.text, field, membership, user, users: users.text, belonging, span: line.span }
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
  { entities: { entities, referenceData, sampleData } }: Draft,
  tenancy: Tenancy,
  found: Diagnostic[],
): boolean {
  const before = found.length
  const { tenant, field, users, belonging } = tenancy
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
