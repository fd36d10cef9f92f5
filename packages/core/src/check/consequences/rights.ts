// Permissions of point 6 against each other: rows that a wider one makes superfluous, rights that their holders
// can give themselves, and parts that are seen where their whole is not.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { PermissionDraft } from '../../draft/roles.ts'
import { substitute, visit } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Permission } from '../../model/roles.ts'
import { all, any, not, type Formula } from '../../predicate/formula.ts'
import { constantPart } from './conditions.ts'
import {
  conditionOf,
  fieldOf,
  follows,
  formula,
  performs,
  plainRoleOf,
  sampleRow,
  type Considering,
} from './considering.ts'

type Grant = Permission & { readonly who: NonNullable<Permission['who']> }

export function warnAboutRights(of: Considering): void {
  const grants = of.model.roles.permissions.filter(
    (permission): permission is Grant => permission.who !== null && !permission.isForbidden,
  )
  // What a constant condition does to its row is told there.
  const sound = grants.filter(({ onlyWhere }) => onlyWhere === null || constantPart(of, onlyWhere) === null)
  warnAboutShadowedRows(of, sound)
  warnAboutSelfPromotion(of, sound)
  warnAboutSelfAppointment(of, sound)
  warnAboutPartsWithoutWhole(of, sound)
}

function rowOf(of: Considering, { span }: Permission): PermissionDraft | null {
  return of.checking.draft.roles.permissions.find((row) => row.span === span) ?? null
}

/** Where the permission applies to its performer. */
function reach(of: Considering, { who, onlyWhere, entity }: Grant): Formula {
  return all([performs(of, who, entity), formula(of, onlyWhere)])
}

/** N610: every action of the row is allowed by one wider row for every field, wherever this one applies. */
function warnAboutShadowedRows(of: Considering, grants: readonly Grant[]): void {
  const rowsOf = new Map<string, Map<Permission['span'], Grant[]>>()
  for (const grant of grants) {
    const rows = rowsOf.get(grant.entity) ?? new Map<Permission['span'], Grant[]>()
    rowsOf.set(grant.entity, rows.set(grant.span, [...(rows.get(grant.span) ?? []), grant]))
  }
  for (const rows of rowsOf.values()) {
    for (const parts of rows.values()) {
      const cover = [...rows.values()].find((others) => others !== parts && isShadowed(of, parts, others))
      const [part] = parts
      if (part === undefined || cover?.[0] === undefined) continue
      const [wider] = cover
      of.found.push(
        diagnostic('N610', rowOf(of, part)?.who.span ?? part.span)
          .because(rowOf(of, wider)?.who.span ?? wider.span, 'This row allows the same, or more.')
          .withHint('Leave this row out.'),
      )
    }
  }
}

/** Of two rows that allow the same, only the second is superfluous. */
function isShadowed(of: Considering, parts: readonly Grant[], others: readonly Grant[]): boolean {
  if (!parts.every((part) => others.some((grant) => covers(of, grant, part)))) return false
  const isFirst = (parts[0]?.span.start ?? 0) < (others[0]?.span.start ?? 0)
  return !(isFirst && others.every((other) => parts.some((part) => covers(of, part, other))))
}

function covers(of: Considering, wider: Grant, part: Grant): boolean {
  if (wider.entity !== part.entity || wider.relation !== part.relation) return false
  if (
    !part.actions.every((action) => wider.actions.includes(action)) ||
    (part.mayHandOver && !wider.mayHandOver && wider.onlyWhere !== null)
  )
    return false
  const role = plainRoleOf(of, part.who)
  if (of.included.get(role)?.has(plainRoleOf(of, wider.who)) !== true) return false
  if (!part.fields.every((field) => wider.fields.includes(field))) return false
  return follows(of, reach(of, wider), reach(of, part))
}

/** N608: who may change what decides, by its relation to themselves, what else they may do. */
function warnAboutSelfPromotion(of: Considering, grants: readonly Grant[]): void {
  const told = new Set<string>()
  for (const { expression, role, entity, name } of decisions(of, grants)) {
    for (const { key, entity: owner, field, isOwn } of fieldsIn(of, expression)) {
      const isWay = (grant: Grant): boolean =>
        changes(grant, owner, field) && of.included.get(role)?.has(plainRoleOf(of, grant.who)) === true
      // A role for a record is a right of its own, unless it is for one's own record.
      const way = grants.find(
        (grant) =>
          isWay(grant) && (isOwn || grant.who.kind === 'role') && !isOnlyTheirs(of, grant, { expression, entity }),
      )
      if (way === undefined || told.has(`${key} ${way.span.start}`)) continue
      told.add(`${key} ${way.span.start}`)
      const row = rowOf(of, way)
      const named = row?.fields.kind === 'only' ? row.fields.fields.find(({ text }) => text === field) : undefined
      of.found.push(
        diagnostic(
          'N608',
          named?.span ?? row?.may.find(({ action }) => action === 'change' || action === 'add')?.span ?? way.span,
          plainRoleOf(of, way.who),
          field,
          name,
        ).because(expression.span, 'It is decided here.'),
      )
    }
  }
}

/** N608: who may change, in their own record, what gives them a role that they do not have. */
function warnAboutSelfAppointment(of: Considering, grants: readonly Grant[]): void {
  for (const { name, when } of of.model.roles.roles) {
    for (const condition of when) {
      for (const { entity, field } of fieldsIn(of, condition)) {
        const way = grants.find(
          (grant) =>
            changes(grant, entity, field) &&
            isAboutOneself(of, grant) &&
            of.included.get(plainRoleOf(of, grant.who))?.has(name) !== true,
        )
        if (way === undefined) continue
        const row = rowOf(of, way)
        const named = row?.fields.kind === 'only' ? row.fields.fields.find(({ text }) => text === field) : undefined
        const place = named?.span ?? row?.may.find(({ action }) => action === 'change')?.span ?? way.span
        of.found.push(
          diagnostic('N608', place, plainRoleOf(of, way.who), field, `who is "${name}"`).because(
            condition.span,
            'It is decided here.',
          ),
        )
      }
    }
  }
}

/** Does the row speak of the caller's own records? One that does not is for those who look after others. */
function isAboutOneself(of: Considering, { who, onlyWhere }: Grant): boolean {
  if (onlyWhere !== null && mentionsMe(onlyWhere)) return true
  if (who.kind === 'role') return false
  return of.model.roles.contextualRoles.some(
    ({ name, entity, when }) => name === who.role && entity === who.entity && mentionsMe(when),
  )
}

interface Decision {
  readonly expression: Expression
  readonly role: string
  readonly entity: string
  readonly name: string
}

/** Conditions that depend on who asks: of roles for a record, and of permissions. */
function decisions(of: Considering, grants: readonly Grant[]): Decision[] {
  const contextual = of.model.roles.contextualRoles.map(({ when, mustHave, entity, name }) => ({
    expression: when,
    role: mustHave,
    entity,
    name: `who is "${name}"`,
  }))
  const rows = grants.flatMap(({ onlyWhere, who, entity, actions }) =>
    onlyWhere === null
      ? []
      : [
          {
            expression: onlyWhere,
            role: plainRoleOf(of, who),
            entity,
            name: `what "${plainRoleOf(of, who)}" may ${actions[0] ?? 'do'}`,
          },
        ],
  )
  return [...contextual, ...rows].filter(({ expression }) => mentionsMe(expression))
}

function mentionsMe(expression: Expression): boolean {
  let isFound = false
  visit(expression, (part) => {
    if (part.kind === 'variable' && part.name === 'me') isFound = true
  })
  return isFound
}

interface DecidingField {
  /** `Team.members` */
  readonly key: string
  readonly entity: string
  readonly field: string
  /** Of the user who asks. */
  readonly isOwn: boolean
}

/** Every field whose value can decide, whosever it is. Keys of records never change. */
function fieldsIn(of: Considering, expression: Expression): DecidingField[] {
  const fields = new Map<string, DecidingField>()
  visit(expression, (part) => {
    if (part.kind !== 'field' || of.fields.get(part.entity)?.get(part.field)?.isBuiltIn === true) return
    const key = `${part.entity}.${part.field}`
    const isOwn = part.of.kind === 'variable' && part.of.name === 'me'
    fields.set(key, { key, entity: part.entity, field: part.field, isOwn })
    const { type } = of.fields.get(part.entity)?.get(part.field) ?? {}
    // The other side of a field says the same.
    if (type?.kind === 'collection' && type.via !== null)
      fields.set(`${type.entity}.${type.via}`, {
        key: `${type.entity}.${type.via}`,
        entity: type.entity,
        field: type.via,
        isOwn: false,
      })
  })
  return [...fields.values()]
}

function changes({ actions, fields, entity, relation }: Grant, owner: string, field: string): boolean {
  if (entity !== owner) return false
  return (actions.includes('change') && fields.includes(field)) || (relation === field && actions.includes('add'))
}

/** May they change it only where the condition holds for them already? Then nothing is gained. */
function isOnlyTheirs(
  of: Considering,
  grant: Grant,
  { expression, entity }: { expression: Expression; entity: string },
): boolean {
  return grant.entity === entity && follows(of, formula(of, expression), reach(of, grant))
}

/** N615 */
function warnAboutPartsWithoutWhole(of: Considering, grants: readonly Grant[]): void {
  for (const entity of of.model.entities.entities) {
    const { partOf } = entity
    if (partOf === null) continue
    const field = fieldOf(of, entity.name, partOf.field)
    const wholes = grants.filter((grant) => grant.entity === partOf.entity && grant.actions.includes('see'))
    for (const grant of grants) {
      if (grant.entity !== entity.name || !grant.actions.includes('see')) continue
      const role = plainRoleOf(of, grant.who)
      const own = wholes.filter((whole) => of.included.get(role)?.has(plainRoleOf(of, whole.who)) === true)
      const seen = any(
        own.map((whole) =>
          all([
            wholeCondition(of, whole, field),
            whole.onlyWhere === null ? true : formula(of, substitute(whole.onlyWhere, 'this', field)),
          ]),
        ),
      )
      const row = own.length === 0 ? 'any record' : sampleRow(of, conditionFormula(of, grant), not(seen))
      if (row === null) continue
      const hint =
        own.length === 0
          ? `"${role}" may see no ${partOf.entity}.`
          : `Such a ${entity.name} is seen without its ${partOf.entity}: ${row}`
      of.found.push(
        diagnostic('N615', rowOf(of, grant)?.who.span ?? grant.span, entity.name, partOf.entity)
          .because(entity.span, 'It is a part here.')
          .withHint(hint),
      )
    }
  }
}

function conditionFormula(of: Considering, { who, entity, onlyWhere }: Grant): Formula {
  return all([formula(of, conditionOf(of, who, entity)), formula(of, onlyWhere)])
}

/** The condition of seeing the whole, asked of the part. */
function wholeCondition(of: Considering, whole: Grant, field: Expression): Formula {
  const condition = conditionOf(of, whole.who, whole.entity)
  return condition === null ? true : formula(of, substitute(condition, 'this', field))
}
