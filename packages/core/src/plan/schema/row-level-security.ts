// Rights to see records (point 6) → row-level security: PostgreSQL limits every caller's statement to the rows that the
// caller may see. It is a second wall behind the conditions of each statement (rights/): derived from the same
// permissions in the plainest form, once for all roles, and once per usual set of roles.
//
// A caller's statement runs under a PostgreSQL role without ownership. Rights and the text's own conditions may read
// records that the caller cannot see, so they use views of all records.

import * as build from '../../expression/build.ts'
import {
  allOf,
  anyOf,
  FALSE,
  isFalse,
  isTrue,
  ofEverything,
  substitute,
  TRUE,
  visit,
} from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Entity } from '../../model/entities.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { fieldOf } from '../../model/paths.ts'
import { signInOf } from '../../model/users/sign-in-of.ts'
import type { Performer } from '../../model/roles.ts'
import { CALLER_ROLE, CALLER_SLOTS, rolesText, usualRoles } from './caller-slots.ts'
import { tableName } from '../sql/database-names.ts'
import { inPublic, quoted, quotedText } from './ddl.ts'
import { ENGINE_SCHEMA } from './engine/engine-tables.ts'
import { toldTenantSql } from '../sql/current-tenant.ts'
import { conditionSql } from '../sql/expression-sql.ts'
import type { Table, WallPart, WallPolicy } from './schema.ts'
import { rawSql, renderSql } from '../sql/sql.ts'
import { EVERYTHING_SCHEMA, type SqlContext, type SqlVariable } from '../sql/sql-context.ts'
import { idType, row } from '../sql/statement-scope.ts'
import { namesIn } from './statement-tables.ts'

export const WALL_POLICY = 'seen_by_caller'

/** The caller's exact roles; null: any caller, whose roles are checked by the policy. */
type Asking = ReadonlySet<string> | null

export function planPolicies(model: Model, tables: readonly Table[]): WallPart[] {
  const names = new Set(tables.map(({ name }) => name))
  const usual = usualRoles(model)
  const anybody = textsFor(model, tables, null)
  const each = usual.map((roles) => ({ roles: rolesText(roles), texts: textsFor(model, tables, roles) }))
  const parts = tables.map((table) => {
    const seen = each.flatMap(({ roles, texts }) => {
      const condition = texts.get(table) ?? 'FALSE'
      return condition === 'FALSE' ? [] : [{ roles, condition }]
    })
    return partOf(table, { condition: anybody.get(table) ?? 'FALSE', usual: seen }, names)
  })
  return [...parts, historyPart(tables, usual.map(rolesText))]
}

/** The visible rows of each table. */
function textsFor(model: Model, tables: readonly Table[], asking: Asking): ReadonlyMap<Table, string> {
  const byEntity = new Map(model.entities.entities.map((entity) => [entity.name, seenBy(model, entity, asking)]))
  return new Map(
    tables.map((table) => {
      const own = byEntity.get(table.entity) ?? FALSE
      const isOfEntity = table.field === null
      return [
        table,
        isOfEntity ? conditionText(model, entityNamed(model, table.entity), own, asking) : pairText(table, byEntity),
      ]
    }),
  )
}

/**
 * The records of the entity that the caller may see: a condition over `this`, `me` and, for any caller, the caller's
 * roles.
 */
function seenBy(model: Model, { name: entity }: Entity, asking: Asking): Expression {
  const permissions = model.roles.permissions.filter(
    (permission) => permission.entity === entity && permission.actions.includes('see'),
  )
  if (permissions.some(({ isForbidden, isEveryField }) => isForbidden && isEveryField)) return FALSE
  return anyOf(
    permissions.flatMap(({ isForbidden, who, onlyWhere }) =>
      isForbidden || who === null ? [] : [allOf([performs(model, who, entity, asking), onlyWhere ?? TRUE])],
    ),
  )
}

function performs(model: Model, performer: Performer, entity: string, asking: Asking): Expression {
  if (performer.kind === 'role') return hasRole(performer.role, asking)
  const role = model.roles.contextualRoles.find(
    ({ name, entity: of }) => name === performer.role && of === performer.entity,
  )
  if (role === undefined) return FALSE
  const own = build.recordVariable('this', entity)
  const when =
    performer.kind === 'contextual role'
      ? role.when
      : substitute(
          role.when,
          'this',
          fieldOf(model, own, entity, fieldNamed(entityNamed(model, entity), performer.field)),
        )
  return allOf([hasRole(role.mustHave, asking), when])
}

function hasRole(role: string, asking: Asking): Expression {
  if (asking !== null) return asking.has(role) ? TRUE : FALSE
  return build.hasRole(role)
}

/** A fact about the caller that was set for the statement, evaluated once per statement. */
function told(name: string, type: string): string {
  return `(SELECT nullif(current_setting('${ENGINE_SCHEMA}.${name}', true), '')::${type})`
}

/** One check for all roles, because each subquery of a policy is prepared again at every execution. */
function hasRoleText(roles: readonly string[]): string {
  const names = roles.map(quotedText).join(', ')
  return `(SELECT coalesce(nullif(current_setting('${ENGINE_SCHEMA}.roles', true), '')::jsonb ?| ARRAY[${names}], FALSE))`
}

function fixed(text: string): SqlVariable {
  return { kind: 'value', sql: rawSql(text), isFixed: true }
}

/** SQL text over the row of the entity's table. */
function conditionText(model: Model, entity: Entity, condition: Expression, asking: Asking): string {
  const alias = quoted(tableName(entity.name))
  const now = told('now', 'timestamptz(3)')
  const values: Record<string, SqlVariable> = {
    // Inside, an alias of the table would shadow it.
    [tableName(entity.name)]: row(entity.name, alias),
    this: row(entity.name, alias),
    now: fixed(now),
    today: fixed(`(${now} AT TIME ZONE ${quotedText(model.limits.timeZone)})::date`),
  }
  const users = signInOf(model.roles)?.entity ?? meantBy(condition)
  if (users !== undefined) values['me'] = fixed(told('me', idType(entityNamed(model, users))))
  const currentTenant = toldTenantSql(model)
  const context: SqlContext = {
    entities: new Map(model.entities.entities.map((each) => [each.name, each])),
    timeZone: model.limits.timeZone,
    variables: new Map(Object.entries(values)),
    hasRole: (role) => asking?.has(role) ?? rawSql(hasRoleText([role])),
    reach: 'caller',
    ...(currentTenant === undefined ? {} : { currentTenant }),
  }
  const ways = asking === null ? alternatives(condition) : [condition]
  const roles = ways.flatMap((way) => (way.kind === 'has role' ? [way.role] : []))
  const rest = anyOf(ways.filter(({ kind }) => kind !== 'has role'))
  const { text, parameters } = renderSql(conditionSql(ofEverything(rest), context))
  if (parameters.length > 0)
    throw new Error(`Defect: a right to see ${entity.name} depends on what is not known of its caller.`)
  const question = [
    ...(roles.length === 0 ? [] : [hasRoleText(roles)]),
    ...(isFalse(rest) && roles.length > 0 ? [] : [text]),
  ].join(' OR ')
  return isTrue(rest) || isFalse(condition) ? question : unestimated(question)
}

/**
 * The statement contains the same condition. PostgreSQL takes the two for independent and underestimates the rows.
 * Within a CASE it estimates nothing, and does not use an index for the policy.
 */
function unestimated(question: string): string {
  return `CASE WHEN ${question} THEN TRUE ELSE FALSE END`
}

/** Without users in the text, conditions about them are always false. */
function meantBy(condition: Expression): string | undefined {
  let entity: string | undefined
  visit(condition, (part) => {
    if (part.kind === 'variable' && part.name === 'me' && part.type.kind === 'record') entity = part.type.entity
  })
  return entity
}

function alternatives(condition: Expression): Expression[] {
  if (condition.kind !== 'binary' || condition.operator !== '||') return [condition]
  return [...alternatives(condition.left), ...alternatives(condition.right)]
}

/** A link is visible to callers who may see both records. */
function pairText(table: Table, byEntity: ReadonlyMap<string, Expression>): string {
  const seen = (entity: string): Expression => byEntity.get(entity) ?? FALSE
  if (table.references.some(({ target }) => isFalse(seen(target.entity)))) return 'FALSE'
  const ends = table.references.filter(({ target }) => !isTrue(seen(target.entity)))
  if (ends.length === 0) return 'TRUE'
  return ends
    .map(
      ({ column, target }) =>
        `EXISTS (SELECT FROM ${inPublic(target.table)} AS paired WHERE paired.${quoted(target.column)} = ${quoted(table.name)}.${quoted(column)})`,
    )
    .join(' AND ')
}

interface Conditions extends Pick<WallPolicy, 'usual'> {
  readonly condition: string
}

function partOf(table: Table, { condition, usual }: Conditions, names: ReadonlySet<string>): WallPart {
  const onTable = inPublic(table.name)
  const view = `${EVERYTHING_SCHEMA}.${quoted(table.name)}`
  // Rights never depend on a password's hash.
  const columns = table.columns.filter(({ kind }) => kind !== 'password').map(({ name }) => quoted(name))
  // Grants on single columns are checked one by one at every statement, so they are used only where needed.
  const granted = columns.length === table.columns.length ? '' : ` (${columns.join(', ')})`
  return {
    tables: [...new Set([table.name, ...namesIn(condition).filter((name) => names.has(name))])],
    view: {
      create: `CREATE VIEW ${view} AS SELECT ${columns.join(', ')} FROM ${onTable}`,
      drop: `DROP VIEW IF EXISTS ${view}`,
    },
    policy: policyOf(onTable, [`SELECT${granted} ON ${onTable}`, `SELECT ON ${view}`], { condition, usual }),
  }
}

function policyOf(onTable: string, grants: readonly string[], conditions: Conditions): WallPolicy {
  const policies = [WALL_POLICY, ...CALLER_SLOTS.map(slotPolicy)]
  return {
    table: onTable,
    ...conditions,
    grants,
    drop: policies.map((name) => `DROP POLICY IF EXISTS ${name} ON ${onTable}`).join('; '),
  }
}

/** The name of a slot's policy on every table. */
export function slotPolicy(slot: string): string {
  return `${WALL_POLICY}${slot.slice(CALLER_ROLE.length)}`
}

/** A caller who may see a record may see that it changed; the statement itself limits the fields. */
const FORM = { uuid: `'^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`, bigint: `'^[0-9]{1,18}$'` } as const

/** An id in another format belongs to an earlier entity of the same name. */
function idFrom(text: string, type: 'uuid' | 'bigint'): string {
  return `CASE WHEN ${text} ~ ${FORM[type]} THEN (${text})::${type} END`
}

function historyPart(tables: readonly Table[], usual: readonly string[]): WallPart {
  const kept = tables.filter(({ field }) => field === null)
  const cases = kept.map(({ entity, name, columns }) => {
    const type = columns.find((column) => column.name === 'id')?.type === 'bigint' ? 'bigint' : 'uuid'
    return `WHEN ${quotedText(entity)} THEN EXISTS (SELECT FROM ${inPublic(name)} AS kept WHERE kept."id" = ${idFrom('change.record', type)})`
  })
  const change = `${ENGINE_SCHEMA}.change`
  const condition = cases.length === 0 ? 'FALSE' : `CASE entity ${cases.join(' ')} ELSE FALSE END`
  return {
    tables: kept.map(({ name }) => name),
    view: null,
    policy: policyOf(change, [`SELECT ON ${change}`], {
      condition,
      usual: usual.map((roles) => ({ roles, condition })),
    }),
  }
}
