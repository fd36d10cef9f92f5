// A planned statement and the values of one run → the driver's query.

import { createHash } from 'node:crypto'
import type { ObjectValue, RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import { TENANT_OF_ADDRESS } from '@ninefold/core/plan/sql/current-tenant.ts'
import { CALLER_ROLES, type ParameterSource, type Statement } from '@ninefold/core/plan/sql/sql.ts'
import { type Change, changesIn, changesOfSomebody } from '@ninefold/core/plan/schema/statement-tables.ts'
import type { Bindings } from './rows.ts'

const names = new WeakMap<Statement, Map<string, string>>()

/**
 * Each connection prepares a statement once per name. Alternating roles of PostgreSQL would invalidate the plan each
 * time, so the name includes the role.
 */
export function statementName(statement: Statement, bindings: Bindings): string {
  const roles = statement.isForCaller === true ? String(boundValue(bindings, CALLER_ROLES)) : ''
  const ofStatement = names.get(statement) ?? new Map<string, string>()
  names.set(statement, ofStatement)
  let name = ofStatement.get(roles)
  if (name === undefined) {
    name = createHash('sha256').update(`${roles}${statement.text}`).digest('base64url').slice(0, 24)
    ofStatement.set(roles, name)
  }
  return name
}

const changes = new WeakMap<Statement, readonly Change[]>()

/** The tables that a statement writes. Computed once per statement. */
export function changesOf(statement: Statement): readonly Change[] {
  let found = changes.get(statement)
  if (found === undefined) {
    found = changesIn(statement.text)
    changes.set(statement, found)
  }
  return found
}

const changesByText = new Map<string, readonly Change[]>()

/** The same for the engine's own statements, whose number is bounded. */
export function changesOfOwn(text: string, [whose]: readonly unknown[]): readonly Change[] {
  let found = changesByText.get(text)
  if (found === undefined) {
    found = changesIn(text)
    changesByText.set(text, found)
  }
  return found.length === 0 ? found : changesOfSomebody(found, Buffer.isBuffer(whose) ? whose.toString('hex') : whose)
}

/** Facts about the caller that are set in the database: `me`, roles, the moment and the tenant of the host. */
export function callerValues(bindings: Bindings): string[] {
  const me = databaseValue(bindings['me'] ?? null, 'text')
  const now = databaseValue(bindings['now'] ?? null, 'timestamptz')
  const roles = boundValue(bindings, CALLER_ROLES)
  const tenant = databaseValue(bindings[TENANT_OF_ADDRESS] ?? null, 'text')
  return [me, roles, now, tenant].map((value) => (value === null ? '' : String(value)))
}

export function parameterValues(statement: Statement, bindings: Bindings): unknown[] {
  return statement.parameters.map(({ parameter, type }) => databaseValue(valueOf(parameter, bindings), type))
}

function valueOf(source: ParameterSource, bindings: Bindings): Value {
  switch (source.kind) {
    case 'literal':
      return source.value
    case 'variable':
      return boundValue(bindings, source.name)
    case 'variable field': {
      const record = boundValue(bindings, source.name)
      if (record === null) return null
      if (!isRecord(record))
        throw new Error(`"${source.name}" is no record, but a statement reads its field "${source.field}".`)
      const value = record.fields[source.field]
      if (value === undefined)
        throw new Error(`"${source.name}.${source.field}" was not loaded, but a statement reads it.`)
      return value
    }
  }
}

function boundValue(bindings: Bindings, name: string): Value {
  if (!Object.hasOwn(bindings, name)) throw new Error(`Nothing is bound to "${name}", but a statement reads it.`)
  return bindings[name] ?? null
}

/** Moments become text with an offset, because their parameters are cast to a timestamp. */
export function databaseValue(value: Value, type: string): unknown {
  if (typeof value === 'number' && type.startsWith('timestamp')) return new Date(value).toISOString()
  // Any value of JSON, texts and lists among them.
  if (type === 'jsonb' && value !== null) return JSON.stringify(value)
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((item) => databaseValue(item, type.replace('[]', '')))
  if (type.endsWith('range')) return rangeText(value as ObjectValue)
  return isRecord(value) ? value.id : JSON.stringify(value)
}

/** Half-open, like all periods. */
function rangeText({ start, end }: ObjectValue): string {
  const [from, to] = [start, end].map((at) =>
    databaseValue(at ?? null, typeof at === 'number' ? 'timestamptz' : 'date'),
  )
  return `[${String(from)},${String(to)})`
}

export function isRecord(value: Value): value is RecordValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && 'id' in value && 'fields' in value
}
