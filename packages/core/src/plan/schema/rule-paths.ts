// The path from a rule's record to a written row → a condition that finds the affected records of the rule, starting
// from that row.

import { entityNamed, fieldNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import type { Hop, Pairs, RuleSource } from '../../model/rules/rule-sources.ts'
import { columnName, linkColumns, linkTableName, tableName } from '../sql/database-names.ts'
import { inPublic, quoted } from './ddl.ts'

export interface PairTable {
  readonly table: string
  /** Columns of the list's owner and item, in the direction of the path. */
  readonly from: string
  readonly to: string
}

export function pairTable(model: Model, { entity, field, isFromItem }: Pairs): PairTable {
  const { type } = fieldNamed(entityNamed(model, entity), field)
  if (type.kind !== 'collection') throw new Error(`Defect: "${entity}.${field}" is no to-many field.`)
  const { owner, item } = linkColumns(entity, field, type.entity)
  const table = linkTableName(entity, field)
  return isFromItem ? { table, from: item, to: owner } : { table, from: owner, to: item }
}

/** Tells whether the path leads from the row `alias` to the written one. `row`: the trigger's variable. */
export function leadsTo(model: Model, source: RuleSource, start: string, alias: string, row: 'NEW' | 'OLD'): string {
  const { way, pairs } = source
  if (pairs !== null)
    return follow(model, way, start, alias, (last) => `${last}."id" = ${row}.${quoted(pairTable(model, pairs).from)}`)
  const end = way.at(-1)
  if (end === undefined) return `${alias}."id" = ${row}."id"`
  return follow(model, way.slice(0, -1), start, alias, (last, entity, free) =>
    arrived(model, end, { last, entity, free, row }),
  )
}

interface Arrival {
  readonly last: string
  readonly entity: string
  /** A prefix that no table has. */
  readonly free: string
  readonly row: 'NEW' | 'OLD'
}

function arrived(model: Model, hop: Hop, { last, entity, free, row }: Arrival): string {
  switch (hop.kind) {
    case 'reference':
      return `${last}.${columnOf(model, entity, hop.field)} = ${row}."id"`
    case 'items':
      return `${last}."id" = ${row}.${columnOf(model, hop.entity, hop.via)}`
    case 'links': {
      const { table, from, to } = pairTable(model, hop.pairs)
      return `EXISTS (SELECT FROM ${inPublic(table)} AS ${free} WHERE ${free}.${quoted(from)} = ${last}."id" AND ${free}.${quoted(to)} = ${row}."id")`
    }
  }
}

/** Nested subqueries, so that each step can use an index backwards. */
function follow(
  model: Model,
  [hop, ...rest]: readonly Hop[],
  entity: string,
  alias: string,
  end: (last: string, entity: string, free: string) => string,
  depth = 1,
): string {
  const next = `way${depth}`
  if (hop === undefined) return end(alias, entity, next)
  const further = follow(model, rest, hop.entity, next, end, depth + 1)
  const from = `FROM ${inPublic(tableName(hop.entity))} AS ${next}`
  switch (hop.kind) {
    case 'reference':
      return `${alias}.${columnOf(model, entity, hop.field)} IN (SELECT ${next}."id" ${from} WHERE ${further})`
    case 'items':
      return `${alias}."id" IN (SELECT ${next}.${columnOf(model, hop.entity, hop.via)} ${from} WHERE ${further})`
    case 'links': {
      const pair = pairTable(model, hop.pairs)
      return `${alias}."id" IN (SELECT pair${depth}.${quoted(pair.from)} FROM ${inPublic(pair.table)} AS pair${depth} JOIN ${inPublic(tableName(hop.entity))} AS ${next} ON ${next}."id" = pair${depth}.${quoted(pair.to)} WHERE ${further})`
    }
  }
}

function columnOf(model: Model, entity: string, name: string): string {
  const field = fieldNamed(entityNamed(model, entity), name)
  return quoted(columnName(field.name, field.type))
}
