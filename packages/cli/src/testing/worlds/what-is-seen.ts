// A database and a person → everything of its records that the person may see, computed twice: by the product's own
// read statements, and by evaluating the permissions of point 6 in JavaScript over all records. Both must agree, so
// that neither has to be trusted.

import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import * as build from '@ninefold/core/expression/build.ts'
import { type Evaluate, compileExpression } from '@ninefold/core/expression/evaluate/evaluate.ts'
import type { Expression, RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import type { Entity, Field } from '@ninefold/core/model/entities.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { fieldOf } from '@ninefold/core/model/paths.ts'
import type { Permission } from '@ninefold/core/model/roles.ts'
import { linkColumns, linkTableName } from '@ninefold/core/plan/sql/database-names.ts'
import { inPublic, quoted } from '@ninefold/core/plan/schema/ddl.ts'
import { planList } from '@ninefold/core/plan/read/lists.ts'
import { renderSql, sql, type Statement } from '@ninefold/core/plan/sql/sql.ts'
import { loadedColumns, table } from '@ninefold/core/plan/sql/statement-scope.ts'
import type { Application } from '@ninefold/server/gate/context/application.ts'
import { bindingsOf } from '@ninefold/server/gate/context/bindings.ts'
import type { Caller } from '@ninefold/server/gate/context/caller.ts'
import { loadedRecord } from '@ninefold/server/gate/context/loaded-record.ts'
import type { Bindings, Row } from '@ninefold/server/store/driver/rows.ts'
import { parameterValues, statementName } from '@ninefold/server/store/driver/statement.ts'
import type pg from 'pg'
import { planner } from '@ninefold/server/gate/context/planner.ts'

const everythingSeen = planner('proof: everything seen', (viewer, entity: Entity) =>
  planList(viewer, {
    entity,
    relation: null,
    conditions: [],
    order: [],
    page: { kind: 'all' },
    output: everyField(viewer.model, entity),
  }),
)

export interface Seen {
  /** Equal for databases in which the person sees the same. */
  readonly text: string
  /** `Ticket 4711 dueAt` for every field of every record that the person sees. */
  readonly cells: ReadonlySet<string>
}

/** Rows that the product's statements return. Moments of this run are kept as they are. */
export async function seenByStatements(application: Application, client: Queries, caller: Caller): Promise<Seen> {
  const bindings = bindingsOf(application, caller)
  const parts: string[] = []
  const cells = new Set<string>()
  for (const entity of application.model.entities.entities) {
    const statement = application.planned(everythingSeen, caller, entity)
    for (const row of (await rowsOf(client, statement, bindings)).filter(({ id }) => id !== null)) {
      parts.push(`${entity.name} ${String(row['json'])}`)
      const values = JSON.parse(String(row['json'])) as object
      for (const field of Object.keys(values)) cells.add(`${entity.name} ${String(row['id'])} ${field}`)
    }
  }
  return { text: [`${caller.rolesKey}`, ...parts].join('\n'), cells }
}

function everyField(model: Model, entity: Entity): Expression {
  const record = build.recordVariable('this', entity.name)
  return build.object(
    entity.fields
      .filter(({ isHidden }) => !isHidden)
      .map((field) => ({ key: field.name, value: shown(model, fieldOf(model, record, entity.name, field)) })),
  )
}

/** Represents the records of a list by their ids. */
function shown(model: Model, value: Expression): Expression {
  if (value.type.kind !== 'list' || value.type.of.kind !== 'record') return value
  const { entity } = value.type.of
  const id = fieldNamed(entityNamed(model, entity), 'id')
  return {
    kind: 'comprehension',
    operation: 'map',
    over: value,
    variable: 'one',
    body: fieldOf(model, build.recordVariable('one', entity), entity, id),
    type: { kind: 'list', of: { kind: 'text' } },
    isOptional: false,
    span: value.span,
  }
}

/** A pool, or one connection of it. */
export type Queries = pg.Pool | pg.PoolClient

async function rowsOf(client: Queries, statement: Statement, bindings: Bindings): Promise<readonly Row[]> {
  const { rows } = await client.query<Row>({
    name: statementName(statement, bindings),
    text: statement.text,
    values: parameterValues(statement, bindings),
  })
  return rows
}

interface MutableRecord extends RecordValue {
  readonly fields: Record<string, Value>
}

type Records = ReadonlyMap<string, readonly MutableRecord[]>

/** The visible cells according to the permissions' text alone. */
export async function seenByEvaluation(
  application: Application,
  client: Queries,
  caller: Caller,
): Promise<ReadonlySet<string>> {
  const { model, timeZone } = application
  const records = await everyRecord(application, client)
  const me = ownRecord(records, model, caller)
  const variables = new Map<string, Value>(Object.entries({ ...bindingsOf(application, caller), me }))
  const context = (self: RecordValue) => ({
    variables: new Map(variables).set('this', self),
    roles: caller.roles,
    timeZone,
  })
  const compiled = new Map<Expression, Evaluate>()
  const holds = (condition: Expression, self: RecordValue): boolean => {
    const evaluate = compiled.get(condition) ?? compileExpression(condition, libraryOf(model, records))
    compiled.set(condition, evaluate)
    return evaluate(context(self)) === true
  }
  const cells = new Set<string>()
  for (const entity of model.entities.entities) {
    const rows = model.roles.permissions.filter((each) => each.entity === entity.name && each.actions.includes('see'))
    const forbidden = rows.filter(({ isForbidden }) => isForbidden)
    if (forbidden.some(({ isEveryField }) => isEveryField)) continue
    const never = new Set(forbidden.flatMap(({ fields }) => fields))
    for (const record of records.get(entity.name) ?? [])
      for (const permission of rows.filter((row) => !row.isForbidden && applies(model, caller, row, record, holds)))
        for (const field of permission.fields)
          if (!never.has(field) && !fieldNamed(entity, field).isHidden)
            cells.add(`${entity.name} ${record.id} ${field}`)
  }
  return cells
}

function applies(
  model: Model,
  caller: Caller,
  { who, onlyWhere }: Permission,
  record: MutableRecord,
  holds: (condition: Expression, self: RecordValue) => boolean,
): boolean {
  if (who === null || (onlyWhere !== null && !holds(onlyWhere, record))) return false
  if (who.kind === 'role') return caller.roles.has(who.role)
  const role = model.roles.contextualRoles.find((each) => each.name === who.role && each.entity === who.entity)
  if (role === undefined || !caller.roles.has(role.mustHave)) return false
  const self = who.kind === 'contextual role' ? record : record.fields[who.field]
  return self !== null && self !== undefined && holds(role.when, self as RecordValue)
}

function ownRecord(records: Records, model: Model, { me, tenant }: Caller): RecordValue | null {
  const users = records.get(signInOf(model.roles)?.entity ?? '') ?? []
  const own = me === null ? undefined : users.find(({ id }) => id === me.id)
  const { tenancy } = model.entities
  if (own === undefined) return null
  if (tenancy === null || tenant === undefined) return own
  // The host names the current tenant, for its members.
  const member = (records.get(tenancy.membership) ?? []).find(
    ({ fields }) => fields[tenancy.user] === own && idOf(fields[tenancy.field]) === tenant,
  )
  return { ...own, fields: { ...own.fields, [tenancy.field]: member?.fields[tenancy.field] ?? null } }
}

function idOf(record: Value | undefined): string | null {
  return typeof record === 'object' && record !== null && 'id' in record ? String(record.id) : null
}

function libraryOf(model: Model, records: Records): NonNullable<Parameters<typeof compileExpression>[1]> {
  return {
    computed: (entity, field) => fieldNamed(entityNamed(model, entity), field).computed?.expression ?? null,
    records: (entity) => records.get(entity) ?? [],
  }
}

/** All records, linked with each other. */
async function everyRecord({ model }: Application, client: Queries): Promise<Records> {
  const records = new Map<string, MutableRecord[]>()
  for (const entity of model.entities.entities) {
    const statement = renderSql(sql`SELECT ${loadedColumns(entity, 't')} FROM ${table(entity)} AS t ORDER BY t."id"`)
    const rows = await rowsOf(client, statement, {})
    records.set(
      entity.name,
      rows.map((row) => loadedRecord(entity, row) as MutableRecord),
    )
  }
  const byId = new Map([...records].map(([name, all]) => [name, new Map(all.map((one) => [one.id, one]))]))
  const found = (entity: string, value: Value): Value =>
    value === null ? null : (byId.get(entity)?.get((value as RecordValue).id) ?? null)
  const each = (wanted: (field: Field) => boolean) =>
    model.entities.entities.flatMap(({ name, fields }) => fields.filter(wanted).map((field) => ({ name, field })))
  for (const { name, field } of each(({ type, computed }) => type.kind === 'reference' && computed === null))
    for (const record of records.get(name) ?? [])
      if (field.type.kind === 'reference')
        record.fields[field.name] = found(field.type.entity, record.fields[field.name] ?? null)
  for (const { name, field } of each(({ type }) => type.kind === 'collection'))
    await fillOwnList(client, records, byId, name, field)
  for (const { name, field } of each(({ type }) => type.kind === 'collection' || type.kind === 'inverse'))
    fillOtherSide(records, name, field)
  return records
}

/** A list with a table of its own. */
async function fillOwnList(
  client: Queries,
  records: Records,
  byId: ReadonlyMap<string, ReadonlyMap<string | number, MutableRecord>>,
  name: string,
  { name: list, type }: Field,
): Promise<void> {
  if (type.kind !== 'collection' || type.via !== null || type.through !== null) return
  const { owner, item } = linkColumns(name, list, type.entity)
  const { rows } = await client.query<{ owner: string | number; item: string | number }>(
    `SELECT ${quoted(owner)} AS owner, ${quoted(item)} AS item FROM ${inPublic(linkTableName(name, list))}`,
  )
  for (const record of records.get(name) ?? [])
    record.fields[list] = rows
      .filter((row) => row.owner === record.id)
      .flatMap((row) => byId.get(type.entity)?.get(row.item) ?? [])
}

/** An inverse relation, which the other records store. */
function fillOtherSide(records: Records, name: string, { name: list, type }: Field): void {
  if (type.kind !== 'collection' && type.kind !== 'inverse') return
  const pointing = (entity: string, by: string, to: RecordValue): MutableRecord[] =>
    (records.get(entity) ?? []).filter(({ fields }) => {
      const value = fields[by] ?? null
      return Array.isArray(value) ? value.includes(to) : value === to
    })
  for (const record of records.get(name) ?? []) {
    if (type.kind === 'inverse') record.fields[list] = pointing(type.entity, type.via, record)[0] ?? null
    else if (type.through !== null) {
      const { entity, own, other } = type.through
      record.fields[list] = pointing(entity, own, record).map(({ fields }) => fields[other] ?? null)
    } else if (type.via !== null) record.fields[list] = pointing(type.entity, type.via, record)
  }
}
