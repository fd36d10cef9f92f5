// People's actions between two versions, and during a migration: records are added, changed and deleted in the served
// version. Afterwards the result is compared cell by cell.

import { columnName, linkColumns, linkTableName, tableName } from '@ninefold/core/plan/sql/database-names.ts'
import type { Pool } from 'pg'
import { type Chance, oneOf } from './evolution-edits.ts'
import {
  type Archived,
  type Cell,
  type EntitySeen,
  type FieldSeen,
  isRelation,
  type Row,
  withEntity,
  withRows,
  type World,
} from './evolution-world.ts'

/** More records would make the walk slower without finding more. */
const RECORDS_MAX = 8

/** Adds a record of some entity, and sometimes deletes one. */
export async function withRecord(pool: Pool, world: World, chance: Chance, number: number): Promise<World> {
  const entity = oneOf(world.entities, chance)
  return entity === undefined ? world : withRecordOf(pool, world, entity, chance, number)
}

async function withRecordOf(
  pool: Pool,
  world: World,
  entity: EntitySeen,
  chance: Chance,
  number: number,
): Promise<World> {
  const row = newRow(world, entity, chance, number)
  if (row === null) return world
  const columns = entity.fields.filter(({ kind }) => kind !== 'many')
  const names = ['status', ...columns.map(columnOf)].map((name) => `"${name}"`)
  const values = [row['status'], ...columns.map(({ name }) => row[name])]
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO "${tableName(entity.name)}" (${names.join()}, created_at, updated_at) VALUES (${names.map((_, index) => `$${index + 1}`).join()}, now(), now()) RETURNING id`,
    values,
  )
  const id = rows[0]?.id ?? ''
  for (const field of entity.fields.filter(({ kind }) => kind === 'many')) await link(pool, entity, field, id, row)
  const next = withEntity(world, entity.key, (each) => ({ ...each, rows: new Map([...each.rows, [id, row]]) }))
  const stored = next.entities.find(({ key }) => key === entity.key)
  return stored !== undefined && stored.rows.size > RECORDS_MAX ? withoutOne(pool, next, stored) : next
}

export function columnOf({ name, kind }: FieldSeen): string {
  return columnName(name, kind === 'one' ? { kind: 'reference', entity: '' } : { kind: 'yes/no' })
}

async function link(pool: Pool, entity: EntitySeen, field: FieldSeen, id: string, row: Row): Promise<void> {
  const { owner, item } = linkColumns(entity.name, field.name, field.target)
  await pool.query(
    `INSERT INTO "${linkTableName(entity.name, field.name)}" ("${owner}", "${item}") SELECT $1, unnest($2::uuid[])`,
    [id, row[field.name]],
  )
}

/** Null: a required target does not exist. */
function newRow(world: World, entity: EntitySeen, chance: Chance, number: number): Row | null {
  const row: Record<string, Cell> = { status: entity.states[chance(entity.states.length)] ?? 'new' }
  for (const field of entity.fields) {
    const cell = newCell(world, field, chance, number)
    if (cell === null && field.isRequired) return null
    row[field.name] = cell
  }
  return row
}

function newCell(world: World, field: FieldSeen, chance: Chance, number: number): Cell {
  const isEmpty = !field.isRequired && chance(4) === 0
  const some = (all: readonly string[]): string[] => all.filter(() => chance(2) === 0).sort()
  const ids = [...(world.entities.find(({ name }) => name === field.target)?.rows.keys() ?? [])]
  switch (field.kind) {
    case 'words':
      return some(field.words)
    case 'many':
      return some(ids)
    case 'text':
      if (isEmpty) return null
      return (chance(3) === 0 ? String(chance(1000)) : `value ${number} ${chance(1000)}`).slice(0, field.lengthMax)
    case 'whole':
      return isEmpty ? null : chance(1000)
    case 'word':
      return isEmpty ? null : (oneOf(field.words, chance) ?? null)
    case 'one':
      return isEmpty ? null : (oneOf(ids, chance) ?? null)
  }
}

/** Deletes the oldest record that nothing requires. Lists remove it, and references to it are cleared. */
async function withoutOne(pool: Pool, world: World, entity: EntitySeen): Promise<World> {
  const needed = new Set(
    world.entities.flatMap(({ rows, fields }) =>
      fields
        .filter(({ kind, isRequired, target }) => kind === 'one' && isRequired && target === entity.name)
        .flatMap(({ name }) => [...rows.values()].map((row) => row[name])),
    ),
  )
  const id = [...entity.rows.keys()].find((each) => !needed.has(each))
  if (id === undefined) return world
  await pool.query(`DELETE FROM "${tableName(entity.name)}" WHERE id = $1`, [id])
  const without = withEntity(world, entity.key, (each) => ({
    ...each,
    rows: new Map([...each.rows].filter(([other]) => other !== id)),
  }))
  const entities = without.entities.map((each) => {
    const leading = each.fields.filter(({ kind, target }) => isRelation(kind) && target === entity.name)
    const cell = (value: Cell = null): Cell =>
      typeof value === 'object' && value !== null ? value.filter((other) => other !== id) : value === id ? null : value
    return withRows(each, (row) => ({
      ...row,
      ...Object.fromEntries(leading.map(({ name }) => [name, cell(row[name])])),
    }))
  })
  return { ...without, entities }
}

/**
 * A client of the former version continues: it changes a number or text of a table's first record, which the backfill
 * has already passed, and adds a record.
 */
export async function withWrites(
  pool: Pool,
  world: World,
  table: string,
  chance: Chance,
  number: number,
): Promise<World> {
  const entity = world.entities.find(({ name }) => tableName(name) === table)
  if (entity === undefined) return world
  const [first] = [...entity.rows]
    .filter(([, row]) => fits(entity, row))
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const fields = entity.fields.filter(({ kind }) => kind === 'whole' || kind === 'text')
  let next = world
  for (const field of first === undefined ? [] : fields) {
    const value = field.kind === 'whole' ? number : `own ${number}`
    const sql = `UPDATE "${table}" SET "${columnOf(field)}" = $1 WHERE id = $2`
    await pool.query(sql, [value, first?.[0]])
    next = withEntity(next, entity.key, (each) =>
      withRows(each, (row, id) => (id === first?.[0] ? { ...row, [field.name]: value } : row)),
    )
  }
  return withRecordOf(pool, next, entity, chance, number)
}

/** False: a shorter limit keeps a value until its record is changed. */
export function fits({ fields }: EntitySeen, row: Row): boolean {
  return fields.every(({ name, kind, lengthMax }) => kind !== 'text' || String(row[name] ?? '').length <= lengthMax)
}

export interface Compared {
  readonly cells: number
  /** All violations. */
  readonly wrong: readonly string[]
}

/** Compares every cell, every link and every role. */
export async function compare(pool: Pool, world: World): Promise<Compared> {
  const found = [await compareRoles(pool, world)]
  for (const entity of world.entities) {
    const { rows } = await pool.query<Record<string, unknown>>(`SELECT * FROM "${tableName(entity.name)}"`)
    if (rows.length !== entity.rows.size)
      found.push({ cells: 1, wrong: [`${rows.length} records of ${entity.name} instead of ${entity.rows.size}`] })
    const columns = [{ name: 'status', column: 'status' }]
    for (const field of entity.fields)
      if (field.kind === 'many') found.push(await compareLinks(pool, entity, field))
      else columns.push({ name: field.name, column: columnOf(field) })
    for (const row of rows)
      for (const { name, column } of columns) {
        const expected = entity.rows.get(String(row['id']))?.[name] ?? null
        const wrong = same(row[column], expected)
          ? []
          : [`${entity.name}.${name} is ${told(row[column])}, not ${told(expected)}`]
        found.push({ cells: 1, wrong })
      }
  }
  return { cells: found.reduce((sum, { cells }) => sum + cells, 0), wrong: found.flatMap(({ wrong }) => wrong) }
}

/** Several words in one order, from an array or from PostgreSQL's text form. */
function told(cell: unknown): string {
  if (Array.isArray(cell)) return [...cell].sort().join(' ')
  const written = typeof cell === 'string' ? /^\{(.*)\}$/.exec(cell) : null
  return written === null ? String(cell ?? null) : (written[1] ?? '').split(',').sort().join(' ')
}

function same(cell: unknown, expected: Cell): boolean {
  return told(cell) === told(expected)
}

async function compareLinks(pool: Pool, entity: EntitySeen, field: FieldSeen): Promise<Compared> {
  const { owner, item } = linkColumns(entity.name, field.name, field.target)
  const { rows } = await pool.query<{ pair: string }>(
    `SELECT "${owner}" || ' ' || "${item}" AS pair FROM "${linkTableName(entity.name, field.name)}"`,
  )
  const expected = [...entity.rows].flatMap(([id, { [field.name]: items }]) =>
    typeof items === 'object' && items !== null ? items.map((other) => `${id} ${other}`) : [],
  )
  const there = rows.map(({ pair }) => pair).sort()
  const isSame = there.join() === expected.sort().join()
  const wrong = `${entity.name}.${field.name} has ${there.length} links, and not the ${expected.length} that it should`
  return { cells: expected.length, wrong: isSame ? [] : [wrong] }
}

async function compareRoles(pool: Pool, { roles }: World): Promise<Compared> {
  const { rows } = await pool.query<{ given: string }>(
    `SELECT split_part(email, '@', 1) || ' ' || role AS given FROM ninefold.user_role JOIN "user" ON "user".id::text = user_id`,
  )
  const given = rows.map((row) => row.given).sort()
  const expected = roles.map(({ name }, index) => `${index} ${name}`).sort()
  return {
    cells: roles.length,
    wrong: given.join() === expected.join() ? [] : [`roles are ${given.join()} instead of ${expected.join()}`],
  }
}

/** Values archived since then, sorted. */
export async function archivedSince(pool: Pool, last: number): Promise<{ last: number; archived: Archived[] }> {
  const { rows } = await pool.query<{ id: number; name: string; column: string | null; links: boolean }>(
    `SELECT id::int, entity || coalesce('.' || field, '') AS name, column_name AS column, field IS NOT NULL AND column_name IS NULL AS links
     FROM ninefold.archived WHERE id > $1 ORDER BY id`,
    [last],
  )
  const archived: Archived[] = []
  for (const { id, name, column, links } of rows) {
    const kept = await pool.query<Record<string, unknown>>(`SELECT * FROM ninefold.archived_${id}`)
    const values = kept.rows.map((row) =>
      column !== null ? told(row['value']) : links ? Object.values(row).join(' ') : told(row['id']),
    )
    archived.push({ name, values: values.sort() })
  }
  return { last: rows.at(-1)?.id ?? last, archived }
}
