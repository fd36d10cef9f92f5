// A sent message → the statement that reads its receivers and placeholders. The product sends it, so no rights limit
// its content: the specification decides who gets it.

import * as build from '../../expression/build.ts'
import type { Expression } from '../../expression/expression.ts'
import { visit } from '../../expression/conditions.ts'
import type { MessageWay, Sending, Template } from '../../model/outside/messages.ts'
import type { Entity } from '../../model/entities.ts'
import { entityNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { fieldOf } from '../../model/paths.ts'
import { signInOf } from '../../model/users/sign-in-of.ts'
import type { Viewer } from '../../rights/readable.ts'
import { expressionSql } from '../sql/expression-sql.ts'
import { named } from '../sql/named-columns.ts'
import { joinSql, renderSql, type Sql, type Statement, sql, variable } from '../sql/sql.ts'
import type { SqlContext } from '../sql/sql-context.ts'
import { column, sqlContext, table } from '../sql/statement-scope.ts'

export interface SendingPlan {
  /**
   * Addresses, or ids of users for notifications, as a JSON list in column `to`; placeholders in `value0…`, lists as
   * JSON.
   */
  readonly statement: Statement
  /**
   * In the order of the columns: those of the subject, then those of the body. `button` holds the address of its
   * button.
   */
  readonly placeholders: readonly Expression[]
}

export interface CompleteSending {
  readonly to: Expression
  readonly subject: Template
  readonly body: Template
  readonly button: Expression | null
}

/** Null if a part is missing; then nothing is sent. */
export function completeSending({ to, subject, body, button }: Sending): CompleteSending | null {
  return to === null || subject === null || body === null ? null : { to, subject, body, button: button?.to ?? null }
}

/** Ways that address users; the others use addresses. */
export function isToUsers(way: MessageWay): boolean {
  return way === 'in-app' || way === 'events'
}

export function planSending(
  viewer: Viewer,
  way: MessageWay,
  { to, subject, body, button }: CompleteSending,
): SendingPlan {
  const context = sqlContext(viewer, {})
  const placeholders = [...placeholdersOf(subject), ...placeholdersOf(body)]
  const columns = [
    named('to', jsonList(isToUsers(way) ? to : addresses(viewer.model, to), context)),
    ...placeholders.map((value, index) =>
      named(`value${index}`, value.type.kind === 'list' ? jsonList(value, context) : expressionSql(value, context)),
    ),
    ...(button === null ? [] : [named('button', expressionSql(button, context))]),
  ]
  return { statement: renderSql(sql`SELECT ${joinSql(columns, ', ')}`), placeholders }
}

/** Users with one of the bound `addresses`, as columns `id` and `address`. Null: users have no address field. */
export function planUsersByAddress({ model }: Viewer): Statement | null {
  const users = signInOf(model.roles)?.entity
  const entity = users === undefined ? null : entityNamed(model, users)
  if (entity === null || !entity.fields.some(({ type }) => type.kind === 'email')) return null
  const address = column(addressField(model, entity))
  return renderSql(
    sql`SELECT t."id"::text AS id, t.${address} AS address FROM ${table(entity)} AS t WHERE t.${address} = ANY (${variable('addresses', 'text[]')})`,
  )
}

export function placeholdersOf({ parts }: Template): Expression[] {
  return parts.flatMap((part) => (part.kind === 'placeholder' ? [part.expression] : []))
}

/** Names under which the message refers to records of this entity. */
export function namesOfRecord(sending: CompleteSending, entity: string): string[] {
  return recordsSpokenOf(sending).flatMap(({ name, entity: own }) => (own === entity ? [name] : []))
}

export interface SpokenOf {
  readonly name: string
  readonly entity: string
}

/** Records that the message refers to, in order of appearance, followed by its receivers. */
export function recordsSpokenOf({ to, subject, body, button }: CompleteSending): SpokenOf[] {
  const found = new Map<string, SpokenOf>()
  const leadsTo = button === null ? [] : [button]
  for (const value of [...placeholdersOf(subject), ...placeholdersOf(body), ...leadsTo, to])
    visit(value, (part) => {
      if (part.kind === 'variable' && part.type.kind === 'record' && !found.has(part.name))
        found.set(part.name, { name: part.name, entity: part.type.entity })
    })
  return [...found.values()]
}

/** For a user, the address is the user's first e-mail field. */
function addresses(model: Model, to: Expression): Expression {
  const one = to.type.kind === 'list' ? to.type.of : to.type
  if (one.kind !== 'record') return to
  const entity = entityNamed(model, one.entity)
  if (to.type.kind !== 'list') return fieldOf(model, to, entity.name, addressField(model, entity))
  const item = build.recordVariable('receiver', entity.name)
  const body = fieldOf(model, item, entity.name, addressField(model, entity))
  const { isOptional, span } = to
  return build.comprehension(
    'map',
    { over: to, variable: 'receiver', body },
    { kind: 'list', of: body.type },
    span,
    isOptional,
  )
}

function addressField(model: Model, entity: Entity): Entity['fields'][number] {
  const identifier = signInOf(model.roles)?.identifier
  const fields = entity.fields.filter(({ type }) => type.kind === 'email')
  const field = fields.find(({ name }) => name === identifier) ?? fields[0]
  if (field === undefined) throw new Error(`Users of "${entity.name}" have no address.`)
  return field
}

function jsonList(value: Expression, context: SqlContext): Sql {
  return value.type.kind === 'list'
    ? sql`array_to_json(${expressionSql(value, context)})::text`
    : sql`json_build_array(${expressionSql(value, context)})::text`
}
