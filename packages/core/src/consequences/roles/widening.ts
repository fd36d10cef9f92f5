// Permissions of point 6 → N608 if their holders can give themselves a right or role that they do not have.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { PermissionDraft } from '../../draft/roles.ts'
import { visit } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Permission } from '../../model/roles.ts'
import { all, type Formula } from '../../predicate/formula.ts'
import { follows, formula, performs, plainRoleOf, type Considering } from '../considering.ts'

export type Grant = Permission & { readonly who: NonNullable<Permission['who']> }

export function warnAboutWidening(of: Considering, grants: readonly Grant[]): void {
  warnAboutSelfPromotion(of, grants)
  warnAboutSelfAppointment(of, grants)
}

export function rowOf(of: Considering, { span }: Permission): PermissionDraft | null {
  return of.checking.draft.roles.permissions.find((row) => row.span === span) ?? null
}

/** The condition under which the permission applies to its performer. */
export function reach(of: Considering, { who, onlyWhere, entity }: Grant): Formula {
  return all([performs(of, who, entity), formula(of, onlyWhere)])
}

/** N608: a holder may change a value that decides, by its relation to the holder, about further rights. */
function warnAboutSelfPromotion(of: Considering, grants: readonly Grant[]): void {
  const told = new Set<string>()
  for (const { expression, role, entity, name } of decisions(of, grants)) {
    for (const { key, entity: owner, field, isOwn, isOfOthers } of fieldsIn(of, expression)) {
      // Naming a stand-in extends somebody else's rights, and not one's own.
      const isWay = (grant: Grant): boolean =>
        changes(grant, owner, field) &&
        of.included.get(role)?.has(plainRoleOf(of, grant.who)) === true &&
        !(isOfOthers && isOnlyOnesOwnRecord(of, grant))
      // A role on a record is a right of its own, unless it is on one's own record.
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

/** N608: a holder may change, in their own record, the value that gives them another role. */
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

/** Tells whether the row is about the caller's own records; others are for people who manage records. */
function isAboutOneself(of: Considering, { who, onlyWhere }: Grant): boolean {
  if (onlyWhere !== null && mentionsMe(onlyWhere)) return true
  if (who.kind === 'role') return false
  return of.model.roles.contextualRoles.some(
    ({ name, entity, when }) => name === who.role && entity === who.entity && mentionsMe(when),
  )
}

/** Tells whether the row only permits changing the caller's own record. */
export function isOnlyOnesOwnRecord(of: Considering, { who, onlyWhere, entity }: Grant): boolean {
  if (onlyWhere !== null && includesOneself(onlyWhere)) return true
  return (
    who.kind === 'contextual role' &&
    of.model.roles.contextualRoles.some(
      (role) => role.name === who.role && role.entity === entity && includesOneself(role.when),
    )
  )
}

/** `id == me.id`, or `this == me`, possibly with further conditions. */
function includesOneself(condition: Expression): boolean {
  if (condition.kind !== 'binary') return false
  const { operator, left, right } = condition
  if (operator === '&&') return includesOneself(left) || includesOneself(right)
  const sides = [left, right].map((side) => (side.kind === 'field' && side.field === 'id' ? side.of : side))
  const names = sides.flatMap((side) => (side.kind === 'variable' ? [side.name] : []))
  return operator === '==' && names.includes('me') && names.includes('this')
}

interface Decision {
  readonly expression: Expression
  readonly role: string
  readonly entity: string
  readonly name: string
}

/** Conditions that depend on the caller: of roles on a record, and of permissions. */
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
  /** It refers to the caller somewhere. */
  readonly isOwn: boolean
  /** Always reached through another record: `standIn` of `employee.manager.standIn`. */
  readonly isOfOthers: boolean
}

/** Every field whose value can decide, of any record. Keys of records never change. */
function fieldsIn(of: Considering, expression: Expression): DecidingField[] {
  const fields = new Map<string, DecidingField>()
  visit(expression, (part) => {
    if (part.kind !== 'field' || of.fields.get(part.entity)?.get(part.field)?.isBuiltIn === true) return
    const key = `${part.entity}.${part.field}`
    const known = fields.get(key)
    const isOwn = known?.isOwn === true || (part.of.kind === 'variable' && part.of.name === 'me')
    const isOfOthers = known?.isOfOthers !== false && part.of.kind !== 'variable'
    fields.set(key, { key, entity: part.entity, field: part.field, isOwn, isOfOthers })
    const { type } = of.fields.get(part.entity)?.get(part.field) ?? {}
    // The reverse field is equivalent.
    if (type?.kind === 'collection' && type.via !== null)
      fields.set(`${type.entity}.${type.via}`, {
        key: `${type.entity}.${type.via}`,
        entity: type.entity,
        field: type.via,
        isOwn: false,
        isOfOthers: false,
      })
  })
  return [...fields.values()]
}

function changes({ actions, fields, entity, relation }: Grant, owner: string, field: string): boolean {
  if (entity !== owner) return false
  return (actions.includes('change') && fields.includes(field)) || (relation === field && actions.includes('add'))
}

/** Tells whether they may change it only if the condition already holds for them, so that nothing is gained. */
function isOnlyTheirs(
  of: Considering,
  grant: Grant,
  { expression, entity }: { expression: Expression; entity: string },
): boolean {
  return grant.entity === entity && follows(of, formula(of, expression), reach(of, grant))
}
