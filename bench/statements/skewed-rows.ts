// A database with a few valid records → many rows like them. Each column takes its values from those records, rare ones
// included; references lead to few records often and to most of them seldom; the first person owns a twentieth. Triggers
// and checks do not run, because speed does not depend on what the rows mean.

import type pg from 'pg'

interface Column {
  readonly name: string
  readonly type: string
  readonly isUnique: boolean
  readonly isIdentity: boolean
  /** The table that it refers to by `id`. Null: no reference. */
  readonly target: string | null
}

interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  readonly isList: boolean
}

/** The number of records of each entity for one user. */
const RECORDS_OF_A_USER = 50
/** Values are taken from the first rows up to this number. */
const SAMPLES = 200
const FIRST_ROWS = 5

const COLUMNS = `SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
    a.attidentity <> '' AS "isIdentity",
    EXISTS (SELECT FROM pg_index WHERE indrelid = c.oid AND indisunique AND indnkeyatts = 1
      AND (indkey[0] = a.attnum OR pg_get_indexdef(indexrelid) ~ ('\\m' || a.attname || '\\M'))) AS "isUnique",
    (SELECT confrelid::regclass::text FROM pg_constraint WHERE conrelid = c.oid AND contype = 'f' AND conkey = ARRAY[a.attnum]) AS target
  FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = attrelid
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
  ORDER BY c.oid, attnum`

/** Checks, and constraints that made-up rows would break: an index of the same columns takes their place. */
const CONSTRAINTS = `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
    CASE contype WHEN 'c'
      THEN format('ALTER TABLE %s ADD CONSTRAINT %I %s NOT VALID', conrelid::regclass, conname, pg_get_constraintdef(oid))
      ELSE replace(pg_get_indexdef(conindid), 'UNIQUE ', '') END AS add
  FROM pg_constraint
  WHERE connamespace = 'public'::regnamespace AND (contype = 'c' OR contype IN ('u', 'x') AND condeferrable)`

/** Adds rows number `from` to `to` of each entity, and as many links of each list. Returns the names of its tables. */
export async function addSkewedRows(client: pg.Client, from: number, to: number): Promise<readonly string[]> {
  const tables = tablesOf((await client.query<Column & { table: string }>(COLUMNS)).rows)
  const constraints = await client.query<{ drop: string; add: string }>(CONSTRAINTS)
  await client.query(`SET session_replication_role = replica; ${constraints.rows.map(({ drop }) => drop).join('; ')}`)
  for (const table of tables) {
    await client.query(firstRowsOf(table))
    const rows = (count: number): number => (table.name === 'person' ? Math.ceil(count / RECORDS_OF_A_USER) : count)
    await client.query(
      insertOf(table, rows(from) + 1, rows(to), (target) => (target === 'person' ? rowsOfPeople(to) : to)),
    )
  }
  await client.query(`SET session_replication_role = origin; ${constraints.rows.map(({ add }) => add).join('; ')}`)
  await client.query('VACUUM ANALYZE')
  return tables.map(({ name }) => name)
}

function rowsOfPeople(rows: number): number {
  return Math.ceil(rows / RECORDS_OF_A_USER)
}

function tablesOf(rows: readonly (Column & { readonly table: string })[]): Table[] {
  const names = [...new Set(rows.map(({ table }) => table))]
  return names.map((name) => {
    const columns = rows.filter(({ table }) => table === name)
    return { name, columns, isList: columns.every(({ target }) => target !== null) }
  })
}

function insertOf(
  { name, columns, isList }: Table,
  from: number,
  to: number,
  rowsOf: (target: string) => number,
): string {
  const made = columns.filter(({ isIdentity }) => !isIdentity)
  const samples = made.map((column, place) =>
    isSampled(column) ? `array_agg(${quoted(column.name)}) AS s${place}` : null,
  )
  const values = made.map((column, place) => valueOf({ name, columns, isList }, column, place, rowsOf))
  const sampled = `(SELECT ${[...samples.filter((sample) => sample !== null), 'count(*) AS n'].join(', ')}
    FROM (SELECT * FROM public.${quoted(name)} LIMIT ${SAMPLES}) AS first)`
  // A list without links has nothing to sample, and needs nothing.
  const samplesOf = isList ? '(SELECT 1 AS n)' : sampled
  return `INSERT INTO public.${quoted(name)} (${made.map((column) => quoted(column.name)).join(', ')}) OVERRIDING SYSTEM VALUE
    SELECT ${values.join(', ')} FROM generate_series(${from}, ${to}) AS i, ${samplesOf} AS sample WHERE n > 0
    ON CONFLICT DO NOTHING`
}

/** For an entity of which nobody could create a record. */
function firstRowsOf({ name, columns, isList }: Table): string {
  const made = columns.filter(({ isIdentity }) => !isIdentity)
  return `INSERT INTO public.${quoted(name)} (${made.map((column) => quoted(column.name)).join(', ')}) OVERRIDING SYSTEM VALUE
    SELECT ${made.map(({ type }) => firstValue(type)).join(', ')} FROM generate_series(1, ${FIRST_ROWS}) AS i
    WHERE NOT ${isList} AND NOT EXISTS (SELECT FROM public.${quoted(name)})`
}

function firstValue(type: string): string {
  if (type.endsWith('[]')) return `'{}'::${type}`
  if (type.endsWith('range')) return 'NULL'
  if (type === 'uuid') return `md5('first' || i)::uuid`
  if (/^(?:time|date)/.test(type)) return `now()::${type}`
  if (type === 'boolean') return 'i % 2 = 0'
  return /^(?:text|jsonb|bytea)/.test(type) ? `('"' || i || '"')::${type}` : `i::${type}`
}

function isSampled({ name, type, target, isUnique }: Column): boolean {
  return !type.endsWith('[]') && (target !== null || name !== 'id') && (!isUnique || !/^(?:uuid|text)/.test(type))
}

function valueOf(
  { name: table, isList }: Table,
  column: Column,
  place: number,
  rowsOf: (target: string) => number,
): string {
  const { name, type, target, isUnique } = column
  const chance = `(((hashint8extended(i, ${place + 1 + table.length * 100}) % 1000003 + 1000003) % 1000003) / 1000003.0)`
  const sample = `s${place}[1 + floor(n * ${chance} ^ 2)::int]`
  if (name === 'id') return `md5('${table}' || i)::uuid`
  if (target !== null) {
    const far = `md5('${target}' || (1 + floor(${rowsOf(target)} * ${chance} ^ 3)::int))::uuid`
    const led =
      target === 'person' ? `CASE WHEN i % 20 = 0 THEN (SELECT id FROM person WHERE code = 'ann') ELSE ${far} END` : far
    return isUnique
      ? `CASE WHEN i % 2 = 0 THEN md5('${target}' || i)::uuid END`
      : isList
        ? led
        : `CASE WHEN ${sample} IS NOT NULL THEN ${led} END`
  }
  if (type.endsWith('[]')) return `(SELECT ${quoted(name)} FROM public.${quoted(table)} LIMIT 1)`
  if (isUnique && type.startsWith('uuid')) return `md5('${table}.${name}' || i)::uuid`
  if (isUnique && type.startsWith('text'))
    return name === 'email' ? `'${table}' || i || '@example.test'` : `'${table}-' || i`
  if (isUnique && /^(?:bigint|integer|numeric)/.test(type)) return `(1000000 + i)::${type}`
  if (type.startsWith('timestamp')) return `${sample} + (hashint8(i) % 500000) * interval '1 second'`
  return sample
}

function quoted(name: string): string {
  return `"${name}"`
}
