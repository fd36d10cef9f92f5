// Values of JSON and maps in SQL: their parts, and the values that they are read as. expression/evaluate/json-values.ts
// has the same in JavaScript.

import type { ValueType } from '../../expression/expression.ts'
import { rawSql, type Sql, sql } from './sql.ts'

/** A text as a decimal. NULL: the text is not a number. PostgreSQL may cast before it asks, so the cast has a question of its own. */
export function numberOfText(text: Sql): Sql {
  return sql`CASE WHEN (${text}) ~ '^-?[0-9]{1,30}([.][0-9]{1,20})?$' THEN trim_scale((${text})::numeric) END`
}

/** The value under a key; NULL if there is none. `databaseTypeOf`: the type of the map's values. */
export function valueAtKeySql(of: Sql, key: Sql, type: ValueType, databaseTypeOf: (type: ValueType) => string): Sql {
  if (type.kind === 'json') return sql`nullif((${of}) -> (${key}), 'null'::jsonb)`
  return type.kind === 'text'
    ? sql`((${of}) ->> (${key}))`
    : sql`((${of}) ->> (${key}))::${rawSql(databaseTypeOf(type))}`
}

/** PostgreSQL finds a text among the items of an array as well, and in a text that equals it. */
export function hasKeySql(of: Sql, key: Sql): Sql {
  return sql`coalesce(jsonb_typeof(${of}) = 'object' AND (${of}) ? (${key}), FALSE)`
}

function asNumber(value: Sql): Sql {
  return sql`CASE WHEN jsonb_typeof(${value}) = 'number' THEN CASE WHEN abs((${value})::numeric) < 1e30 THEN trim_scale(round((${value})::numeric, 20)) END END`
}

export const JSON_FUNCTIONS = {
  asText: (value: Sql) => sql`CASE WHEN jsonb_typeof(${value}) = 'string' THEN (${value}) #>> '{}' END`,
  asNumber,
  // A decimal is stored as it was sent: as a number, or as a text that keeps it exact.
  writtenNumber: (value: Sql): Sql =>
    sql`CASE WHEN jsonb_typeof(${value}) = 'string' THEN ${numberOfText(sql`(${value}) #>> '{}'`)} ELSE ${asNumber(value)} END`,
  asYesNo: (value: Sql) => sql`CASE WHEN jsonb_typeof(${value}) = 'boolean' THEN (${value})::boolean END`,
  asList: (value: Sql) =>
    sql`ARRAY(SELECT kept.item FROM jsonb_array_elements(CASE WHEN jsonb_typeof(${value}) = 'array' THEN ${value} ELSE '[]' END) WITH ORDINALITY AS kept (item, place) WHERE kept.item <> 'null' ORDER BY kept.place)`,
  pairs: (map: Sql) =>
    sql`ARRAY(SELECT jsonb_build_object('key', pair.key, 'value', pair.value) FROM jsonb_each(${map}) AS pair ORDER BY pair.key COLLATE "pg_c_utf8")`,
  size: (map: Sql) => sql`(SELECT count(*) FROM jsonb_object_keys(${map}))`,
} as const satisfies Record<string, (value: Sql) => Sql>

/** Of several pairs with one key, the last counts. */
export function mapOfPairsSql(pairs: Sql): Sql {
  return sql`(SELECT coalesce(jsonb_object_agg(pair.item ->> 'key', pair.item -> 'value' ORDER BY pair.place), '{}') FROM unnest(${pairs}) WITH ORDINALITY AS pair (item, place))`
}
