// Changes a database where one person cannot see it: adds, deletes and changes records. A change is kept only if
// everything that the person sees stays the same, according to the product's statements and to the evaluated
// permissions.

import type { CheckedFieldType } from '@ninefold/core/model/entities.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import { inPublic, quoted, quotedText } from '@ninefold/core/plan/schema/ddl.ts'
import type { Column, Table } from '@ninefold/core/plan/schema/schema.ts'
import type { Application } from '@ninefold/server/gate/context/application.ts'
import { type Choosing, choosingFrom } from '@ninefold/server/testing/agreement/agreement-values.ts'
import type pg from 'pg'
import type { Caller } from '@ninefold/server/gate/context/caller.ts'
import type { AskedByRules } from '../requests/asked-by-rules.ts'
import { type Queries, type Seen, seenByEvaluation, seenByStatements } from './what-is-seen.ts'

export interface HiddenChanges {
  readonly application: Application
  readonly caller: Caller
  readonly seed: number
  /** The number of attempts. */
  readonly tries: number
  /** The part that stays unchanged. */
  readonly kept: AskedByRules | null
}

/** Returns the kept statements, which make the difference. */
export async function changeWhatIsHidden(changes: HiddenChanges): Promise<readonly string[]> {
  const { application, caller } = changes
  const client = await application.database.pool.connect()
  const made: string[] = []
  try {
    await client.query('BEGIN')
    await client.query('SET CONSTRAINTS ALL IMMEDIATE')
    const before = await seenByStatements(application, client, caller)
    await refuseDisagreement(application, client, caller, before.cells)
    const choosing = choosingFrom(changes.seed)
    const isMade = async (statement: string): Promise<boolean> => {
      await client.query('SAVEPOINT before')
      const isDone = await client.query(statement).then(
        ({ rowCount }) => (rowCount ?? 0) > 0,
        () => false,
      )
      const isHidden = isDone && isSame(before, await seenByStatements(application, client, caller))
      await client.query(isHidden ? 'RELEASE SAVEPOINT before' : 'ROLLBACK TO SAVEPOINT before')
      if (isHidden) made.push(statement)
      return isHidden
    }
    if (changes.tries > 0) {
      await changeEveryField(changes, client, before.cells, isMade)
      await changeHowMany(changes, client, before.cells, isMade)
    }
    for (let attempt = 0; attempt < changes.tries; attempt++) {
      const statement = await changeOf(changes, client, choosing, attempt, before.cells)
      if (statement !== null) await isMade(statement)
    }
    await refuseDisagreement(application, client, caller, before.cells)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
  return made
}

/** Two records may look the same to a person who does not see their ids. */
function isSame(one: Seen, other: Seen): boolean {
  return (
    one.text === other.text &&
    one.cells.size === other.cells.size &&
    [...one.cells].every((cell) => other.cells.has(cell))
  )
}

/** Copies existing records, no matter who may see them. */
export async function addRecords(
  application: Application,
  seed: number,
  tries: number,
  entities: readonly string[] | null = null,
): Promise<void> {
  const { pool } = application.database
  const choosing = choosingFrom(seed)
  const tables = application.schema.tables.filter(
    ({ field, entity }) => field === null && (entities === null || entities.includes(entity)),
  )
  for (let attempt = 0; attempt < tries && tables.length > 0; attempt++) {
    const table = choosing.of(tables)
    const ids = await idsOf(pool, table)
    if (ids.length === 0) continue
    const where = `WHERE id = ${quotedText(choosing.of(ids))}`
    // A row that the database's constraints refuse is skipped.
    await pool
      .query(copyOf(application, table, where, `${seed}${entities === null ? 9 : 8}${attempt}`, choosing))
      .catch(() => null)
  }
}

/** Compares computed fields and lists of both, too. */
async function refuseDisagreement(
  application: Application,
  client: pg.PoolClient,
  caller: Caller,
  told: ReadonlySet<string>,
): Promise<void> {
  const evaluated = await seenByEvaluation(application, client, caller)
  const onlyTold = [...told].filter((cell) => !evaluated.has(cell))
  const onlyEvaluated = [...evaluated].filter((cell) => !told.has(cell))
  if (onlyTold.length + onlyEvaluated.length > 0)
    throw new Error(
      `The statements and the permissions do not agree what ${caller.rolesKey} sees. ` +
        `Only told: ${onlyTold.slice(0, 5).join('; ')}. Only permitted: ${onlyEvaluated.slice(0, 5).join('; ')}.`,
    )
}

/** If not all hidden values can change together, half of them may. */
const HALVES_MAX = 2

/** Changes each hidden field, so that no value is equal in both worlds by coincidence. */
async function changeEveryField(
  { application, kept }: HiddenChanges,
  client: pg.PoolClient,
  seen: ReadonlySet<string>,
  isMade: (statement: string) => Promise<boolean>,
): Promise<void> {
  for (const table of application.schema.tables.filter(({ field }) => field === null)) {
    const ids = await idsOf(client, table)
    const entity = entityNamed(application.model, table.entity)
    for (const [index, column] of changedColumns(table, kept).entries()) {
      const field = fieldNamed(entity, column.field)
      const value =
        field.unique === null
          ? (madeUp(field.type, quoted(column.name), index) ?? anyOther(table, column))
          : ownOfEach(field.type, quoted(column.name))
      const change = async (some: readonly string[], halves: number): Promise<void> => {
        if (some.length === 0 || value === null) return
        const where = some.map((id) => quotedText(id)).join(', ')
        const statement = `UPDATE ${inPublic(table.name)} SET ${quoted(column.name)} = ${value} WHERE id IN (${where})`
        if ((await isMade(statement)) || halves === 0 || some.length === 1) return
        const half = Math.ceil(some.length / 2)
        for (const part of [some.slice(0, half), some.slice(half)]) await change(part, halves - 1)
      }
      await change(
        ids.filter((id) => !seen.has(`${table.entity} ${id} ${column.field}`)),
        HALVES_MAX,
      )
    }
  }
}

const RECORDS_TRIED = 3

/** Adds and deletes records of each entity, unless the author's rules depend on their number. */
async function changeHowMany(
  { application, kept, seed }: HiddenChanges,
  client: pg.PoolClient,
  seen: ReadonlySet<string>,
  isMade: (statement: string) => Promise<boolean>,
): Promise<void> {
  if (kept !== null) return
  const choosing = choosingFrom(seed + 1)
  const isSeen = (entity: string, id: string): boolean => seen.has(`${entity} ${id} id`)
  for (const table of application.schema.tables.filter(({ field }) => field === null)) {
    const hidden = (await idsOf(client, table)).filter((id) => !isSeen(table.entity, id)).slice(-RECORDS_TRIED)
    const records = hidden.map((id) => `WHERE id = ${quotedText(id)}`)
    let added = 0
    for (const [index, where] of records.entries())
      if (await isMade(copyOf(application, table, where, `${seed % 1000}77${index}`, choosing))) added += 1
    // One more and one fewer would leave the count the same.
    if (added === 1) continue
    for (const where of records) if (await isMade(`DELETE FROM ${inPublic(table.name)} ${where}`)) break
  }
}

/** Ids are counted, so that their endings differ. */
function ownOfEach({ kind }: CheckedFieldType, column: string): string | null {
  if (kind === 'text') return `left(${column}, 8) || 'Zoe' || right(id::text, 5)`
  return kind === 'email' ? `'zoe' || right(id::text, 5) || '@example.test'` : null
}

/** The value of the previous record, or of the last one. */
function anyOther(table: Table, { name }: Column): string {
  const [own, column] = [inPublic(table.name), quoted(name)]
  return `coalesce((SELECT one.${column} FROM ${own} AS one WHERE one.id < ${own}.id ORDER BY one.id DESC LIMIT 1), (SELECT one.${column} FROM ${own} AS one ORDER BY one.id DESC LIMIT 1))`
}

/** Columns that may change, as far as the person does not see them. */
function changedColumns(table: Table, kept: AskedByRules | null): readonly Column[] {
  return table.columns.filter(
    ({ kind, isOwn, field }) =>
      !NEVER_CHANGED.includes(kind) && isOwn !== true && kept?.fields.has(`${table.entity}.${field}`) !== true,
  )
}

const NEVER_CHANGED = ['identifier', 'password', 'secret text', 'file', 'version']

async function changeOf(
  { application, kept, seed }: HiddenChanges,
  client: pg.PoolClient,
  choosing: Choosing,
  attempt: number,
  seen: ReadonlySet<string>,
): Promise<string | null> {
  const table = choosing.of(application.schema.tables)
  const kind = choosing.of(['update', 'update', 'update', 'insert', 'delete'] as const)
  const ids = table.field === null ? await idsOf(client, table) : []
  if (table.field !== null) return kept === null ? linkChange(table, choosing) : null
  if (ids.length === 0) return null
  const id = choosing.of(ids)
  // A new record affects every rule that counts, and a deleted one every rule that looks for it.
  if (kind !== 'update' && kept !== null && (kind === 'delete' || kept.entities.has(table.entity))) return null
  const where = `WHERE id = ${quotedText(id)}`
  if (kind === 'delete') return `DELETE FROM ${inPublic(table.name)} ${where}`
  if (kind === 'insert') return copyOf(application, table, where, `${seed % 1000}${attempt}`, choosing)
  const columns = changedColumns(table, kept).filter(({ field }) => !seen.has(`${table.entity} ${id} ${field}`))
  const [first, second] = [0, 1].map(() => (columns.length === 0 ? null : choosing.of(columns)))
  if (first == null || second == null) return null
  const sets = [...new Set([first, second])].map(
    (column) => `${quoted(column.name)} = ${otherValue(application, table, column, choosing, attempt)}`,
  )
  return `UPDATE ${inPublic(table.name)} SET ${sets.join(', ')} ${where}`
}

async function idsOf(client: Queries, table: Table): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(`SELECT id::text FROM ${inPublic(table.name)} ORDER BY id`)
  return rows.map(({ id }) => id)
}

function linkChange(table: Table, choosing: Choosing): string {
  const [owner, item] = table.columns.map(({ name }) => quoted(name))
  const name = inPublic(table.name)
  const place = choosing.below(20)
  if (choosing.below(2) === 0)
    return `DELETE FROM ${name} WHERE ctid = (SELECT ctid FROM ${name} ORDER BY ${owner}, ${item} OFFSET ${place} LIMIT 1)`
  const [from, to] = table.references.map(({ target }) => inPublic(target.table))
  return `INSERT INTO ${name} (${owner}, ${item}) SELECT a.id, b.id FROM ${from} AS a, ${to} AS b ORDER BY a.id, b.id OFFSET ${choosing.below(60)} LIMIT 1`
}

/** Copies a record with new unique values. */
function copyOf({ model }: Application, table: Table, where: string, own: string, choosing: Choosing): string {
  const entity = entityNamed(model, table.entity)
  const columns = table.columns.filter(
    ({ kind, isRequired }) => kind !== 'secret text' && (kind !== 'file' || isRequired),
  )
  const values = columns.map(({ name, field, kind, type, isIdentity }) => {
    const reference = table.references.find(({ column }) => column === name)
    if (reference !== undefined && choosing.below(2) === 0)
      return `(SELECT id FROM ${inPublic(reference.target.table)} ORDER BY id OFFSET ${choosing.below(12)} LIMIT 1)`
    if (kind === 'identifier')
      return isIdentity ? `(SELECT max(id) + 1000 FROM ${inPublic(table.name)})` : `${uuid(own)}`
    const isOwn = field !== 'id' && fieldNamed(entity, field).unique !== null
    if (kind === 'sequence' && type !== 'text') return `${quoted(name)} + 1000 + ${own}`
    if ((isOwn || kind === 'slug' || kind === 'sequence') && type.startsWith('text'))
      return kind === 'email' ? `'zoe${own}@example.test'` : `left(${quoted(name)}, 8) || '-${own}'`
    return quoted(name)
  })
  const names = columns.map(({ name }) => quoted(name)).join(', ')
  return `INSERT INTO ${inPublic(table.name)} (${names}) OVERRIDING SYSTEM VALUE SELECT ${values.join(', ')} FROM ${inPublic(table.name)} ${where}`
}

function uuid(own: string): string {
  return `'00000000-0000-4000-a000-${own.padStart(12, '0')}'`
}

function otherValue({ model }: Application, table: Table, column: Column, choosing: Choosing, attempt: number): string {
  const field = fieldNamed(entityNamed(model, table.entity), column.field)
  const name = quoted(column.name)
  const copied = `(SELECT one.${name} FROM ${inPublic(table.name)} AS one ORDER BY id OFFSET ${choosing.below(12)} LIMIT 1)`
  if (!column.isRequired && choosing.below(5) === 0) return 'NULL'
  if (choosing.below(4) === 0) return copied
  return madeUp(field.type, name, attempt) ?? copied
}

function madeUp(type: CheckedFieldType, name: string, attempt: number): string | null {
  switch (type.kind) {
    case 'text':
    case 'long text':
      return `left(coalesce(${name}, '') || 'Zoe', ${Number(type.lengthMax ?? 200) - 3}) || '${attempt}'`
    case 'email':
      return `'zoe${attempt}@example.test'`
    case 'whole number':
    case 'decimal':
    case 'sequence':
      return `${name} + ${attempt + 1}`
    case 'yes/no':
      return `${name} IS NOT TRUE`
    case 'choice':
      return quotedText(type.values[attempt % type.values.length] ?? '')
    case 'date and time':
      return `${name} - interval '${400 + attempt} days'`
    case 'date':
      return `${name} - ${400 + attempt}`
    default:
      return null
  }
}
