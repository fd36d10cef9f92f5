// Reference and sample data of a specification → records, each loaded once. The table ninefold.loaded_data notes loaded
// rows, so that a renamed or deleted record does not come back; an existing record with the same key is used as it is.
// All rows of a kind are loaded or none, and several processes may try concurrently.

import { visit } from '@ninefold/core/expression/conditions.ts'
import type { RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import type { TimeZone } from '@ninefold/core/expression/evaluate/time-zone.ts'
import type { Entity, Field, RecordData, RecordDataRow } from '@ninefold/core/model/entities.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { constraintsOf, violatedConstraint } from '@ninefold/core/plan/schema/constraints.ts'
import { isPlainSequence } from '@ninefold/core/plan/schema/counters.ts'
import { planAfterChecks, rulesAt } from '@ninefold/core/plan/write/record-checks.ts'
import {
  planRecordThere,
  planRecordWith,
  planSequencePast,
  planStatesOfRow,
} from '@ninefold/core/plan/write/record-data.ts'
import { givenVariable, planCreation, planLinkChange } from '@ninefold/core/plan/write/record-writes.ts'
import type { Schema } from '@ninefold/core/plan/schema/schema.ts'
import type { Viewer } from '@ninefold/core/rights/readable.ts'
import { brokenRule, type DataKind, type DataRow, refusal, refusedByDatabase } from './data-refusals.ts'
import type { Database, Executor } from '../driver/database.ts'
import type { Bindings, Row } from '../driver/rows.ts'
import { type DataFiles, filesNamed, holdFiles } from './data-files.ts'
import { cellItems, dataValue, isOwnValue } from './data-values.ts'
import type { SecretTexts } from './secret-texts.ts'
import { giveRole } from '../tables/users/sessions.ts'

/** The parts of an application that loading needs. */
export interface DataOwner {
  /** Missing: there is no file store, and optional file fields stay empty. */
  readonly dataFiles?: DataFiles
  readonly model: Model
  readonly schema: Schema
  readonly timeZone: TimeZone
  readonly secretTexts: SecretTexts | null
}

/** An arbitrary number, the same in all processes. */
const LOCK = 9_009_002

/** Returns the number of new records. */
export async function loadRecords(database: Database, owner: DataOwner, kind: DataKind): Promise<number> {
  const tables = tablesOf(owner.model, kind)
  if (await isEverythingLoaded(database, tables, kind)) return 0
  // The lock is taken before the transaction begins. Inside it, the snapshot would be older than the lock and would
  // miss what another process has loaded.
  const connection = await database.pool.connect()
  let failure: Error | undefined
  try {
    await connection.query('SELECT pg_advisory_lock($1)', [LOCK])
    const records = await database.write((transaction) =>
      new DataLoading(owner, kind, transaction, database.nowMs()).load(tables),
    )
    await connection.query('SELECT pg_advisory_unlock($1)', [LOCK])
    return records
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    // Closing the connection releases its locks.
    connection.release(failure)
  }
}

function tablesOf(model: Model, kind: DataKind): readonly RecordData[] {
  return kind === 'reference' ? model.entities.referenceData : model.entities.sampleData
}

async function isEverythingLoaded(database: Database, tables: readonly RecordData[], kind: DataKind): Promise<boolean> {
  if (tables.every(({ rows }) => rows.length === 0)) return true
  const loaded = await readLoaded(database)
  return tables.every((data) => data.rows.every((row) => loaded.has(loadedKey(kind, data.entity, keyText(data, row)))))
}

async function readLoaded(executor: Executor): Promise<Map<string, string>> {
  const rows = await executor.runOwn('loaded-data', 'SELECT kind, entity, key, record_id FROM ninefold.loaded_data', [])
  return new Map(
    rows.map((row) => [
      loadedKey(String(row['kind']), String(row['entity']), String(row['key'])),
      String(row['record_id']),
    ]),
  )
}

function loadedKey(kind: string, entity: string, key: string): string {
  return JSON.stringify([kind, entity, key])
}

function keyText(data: RecordData, row: RecordDataRow): string {
  const [key, ...others] = data.recognisedBy.map((name) => String(row.values[name] ?? ''))
  return others.length === 0 ? (key ?? '') : JSON.stringify([key, ...others])
}

type Id = string | number

interface Created {
  readonly place: DataRow
  readonly entity: Entity
  readonly id: Id
}

interface Broken {
  readonly created: Created
  readonly rule: Parameters<typeof brokenRule>[2]
}

/** One attempt, in one transaction. */
class DataLoading {
  private readonly owner: DataOwner
  private readonly kind: DataKind
  private readonly transaction: Executor
  /** The viewer of loading: the text itself, without user and roles. */
  private readonly viewer: Viewer
  private readonly bindings: Bindings & { readonly now: number }
  private loaded: Map<string, string> = new Map()
  private readonly inProgress = new Set<RecordDataRow>()
  private readonly done = new Map<RecordDataRow, Id>()
  private readonly created: Created[] = []
  private readonly completed: Created[] = []

  constructor(owner: DataOwner, kind: DataKind, transaction: Executor, now: number) {
    this.owner = owner
    this.kind = kind
    this.transaction = transaction
    this.viewer = { model: owner.model, caller: { roles: new Set(), isSignedIn: false } }
    this.bindings = { me: null, now, today: new Date(now + owner.timeZone.offsetMs(now)).toISOString().slice(0, 10) }
  }

  async load(tables: readonly RecordData[]): Promise<number> {
    this.loaded = await readLoaded(this.transaction)
    for (const place of placesOf(tables, this.kind)) await this.recordOf(place)
    for (const { place, entity, id } of [...this.completed, ...this.created]) await this.writeLinks(place, entity, id)
    await this.keepRules()
    await this.enforceRulesOverRecords()
    await this.moveSequences()
    await this.beginHistories()
    return this.created.length
  }

  /** The record of a row, loaded if it does not exist yet. Null if a person has removed it. */
  private async recordOf(place: DataRow): Promise<Id | null> {
    const entity = entityNamed(this.owner.model, place.data.entity)
    const known = this.done.get(place.row)
    if (known !== undefined) return known
    const loaded = this.loaded.get(loadedKey(place.kind, entity.name, keyText(place.data, place.row)))
    if (loaded !== undefined) return this.stillThere(entity, loaded)
    if (place.kind !== this.kind) return this.existing(place, entity)
    if (this.inProgress.has(place.row)) throw refusal(place, 'it names a record that names it.')
    this.inProgress.add(place.row)
    const existing = await this.existing(place, entity)
    if (existing !== null && this.isReference(place)) this.completed.push({ place, entity, id: existing })
    const id = existing ?? (await this.create(place, entity))
    this.done.set(place.row, id)
    await this.transaction.runOwn(
      'remember-loaded',
      'INSERT INTO ninefold.loaded_data (kind, entity, key, record_id) VALUES ($1, $2, $3, $4)',
      [place.kind, entity.name, keyText(place.data, place.row), String(id)],
    )
    return id
  }

  /** True if reference data has loaded the record of this sample row, which may then add to its lists. */
  private isReference({ data, row }: DataRow): boolean {
    return this.kind === 'sample' && this.loaded.has(loadedKey('reference', data.entity, keyText(data, row)))
  }

  private async stillThere(entity: Entity, id: string): Promise<Id | null> {
    return idIn(await this.transaction.run(planRecordThere(entity), { record: id }))
  }

  /** An existing record with the row's key. */
  private async existing(place: DataRow, entity: Entity): Promise<Id | null> {
    const fields = place.data.recognisedBy.map((name) => fieldNamed(entity, name))
    const [first] = fields
    if (fields.length === 1 && first !== undefined && !isOwnValue(first)) return null
    const keys: Record<string, Value> = {}
    for (const [index, field] of fields.entries()) {
      const text = place.row.values[field.name] ?? null
      if (text === null) return null
      keys[`key${index}`] = await this.given(place, field, text)
    }
    return idIn(await this.transaction.run(planRecordWith(this.viewer, entity, fields), keys))
  }

  private async given(place: DataRow, field: Field, text: string | number | boolean): Promise<Value> {
    return field.type.kind === 'reference'
      ? this.named(place, field.type.entity, String(text), [field.name])
      : this.value(place, field, text)
  }

  private async create(place: DataRow, entity: Entity): Promise<Id> {
    const bindings: Record<string, Bindings[string]> = { ...this.bindings }
    const fields: Field[] = []
    for (const [name, text] of Object.entries(place.row.values)) {
      const field = fieldNamed(entity, name)
      // An empty cell gets the field's default. A record begins in its initial state, in which its parts can be
      // created.
      if (text === null || field.type.kind === 'collection' || field.type.kind === 'state') continue
      const value =
        field.type.kind === 'file'
          ? await filesNamed(this.transaction, this.owner.dataFiles, place, field, String(text))
          : await this.given(place, field, text)
      if (field.type.kind === 'file' && value === null) continue
      bindings[givenVariable(name)] = value
      fields.push(field)
    }
    const statement = planCreation(
      this.viewer,
      entity,
      fields.map(({ name }) => ({ kind: 'given', field: name })),
    )
    const id = idIn(await this.writing(place, () => this.transaction.run(statement, bindings)))
    if (id === null) throw new Error(`A new ${entity.name} came without its id.`)
    if (signInOf(this.owner.model.roles)?.entity === entity.name) {
      for (const role of place.row.roles) await giveRole(this.transaction, String(id), role)
    }
    await holdFiles(this.transaction, { entity, id }, fields, (name) => bindings[givenVariable(name)])
    this.created.push({ place, entity, id })
    return id
  }

  private async value(place: DataRow, field: Field, text: string | number | boolean): Promise<Value> {
    const read = await dataValue(field, text, { ...this.owner, now: this.bindings.now })
    if (read.problem !== null) throw refusal(place, read.problem, [field.name])
    return read.value
  }

  private async writing<Result>(place: DataRow, run: () => Promise<Result>): Promise<Result> {
    try {
      return await run()
    } catch (cause) {
      throw refusedByDatabase(this.owner, place, cause) ?? cause
    }
  }

  /** The record that a cell names: by the first column of its table, by any other column, or by several. */
  private async named(place: DataRow, entityName: string, text: string, fields: readonly string[]): Promise<Id> {
    const { entities } = this.owner.model
    const places = [
      ...placesOf(entities.referenceData, 'reference'),
      ...placesOf(entities.sampleData, 'sample'),
    ].filter(({ data }) => data.entity === entityName)
    const byKey = places.find(({ data, row }) => String(row.values[data.key] ?? '') === text)
    const words = (row: RecordDataRow): string[] => Object.values(row.values).map(String)
    const target =
      byKey ??
      places.find(({ row }) => words(row).includes(text)) ??
      places.find(({ row }) => text.split(' / ').every((word) => words(row).includes(word)))
    const id = target === undefined ? null : await this.recordOf(target)
    if (id === null) throw refusal(place, `there is no ${entityName} "${text}" any more.`, fields)
    return id
  }

  private async writeLinks(place: DataRow, entity: Entity, id: Id): Promise<void> {
    for (const [name, text] of Object.entries(place.row.values)) {
      const field = fieldNamed(entity, name)
      if (field.type.kind !== 'collection' || text === null) continue
      for (const item of cellItems(String(text))) {
        const other = await this.named(place, field.type.entity, item, [name])
        await this.writing(place, () => this.link(place, entity, field, id, other))
      }
    }
  }

  /** Links are stored at the field without `via`. */
  private async link(place: DataRow, entity: Entity, field: Field, id: Id, other: Id): Promise<void> {
    // A middle entity has its own table of records in the text.
    if (field.type.kind !== 'collection' || field.type.through !== null) return
    const [record, item] = [
      { id, fields: {} },
      { id: other, fields: {} },
    ]
    if (field.type.via === null) {
      await this.transaction.run(planLinkChange(this.viewer, entity, field, 'record', 'add'), { record, item })
      return
    }
    const owner = entityNamed(this.owner.model, field.type.entity)
    const own = fieldNamed(owner, field.type.via)
    if (own.type.kind !== 'collection')
      throw refusal(place, `"${field.name}" is given by "${own.name}" in the table of ${owner.name}.`, [field.name])
    await this.transaction.run(planLinkChange(this.viewer, owner, own, 'record', 'add'), { record: item, item: record })
  }

  /**
   * Checks rules of point 5 at creation, and again in the state that the row names. Either is enough, because the
   * record passed through the initial state. Rules that depend on the caller are skipped, because loading has none.
   */
  private async keepRules(): Promise<void> {
    const broken: Broken[] = []
    for (const created of this.created) broken.push(...(await this.brokenRules(created)))
    for (const created of this.created) await this.enterStates(created)
    for (const { created, rule } of broken) {
      const still = await this.brokenRules(created)
      if (still.some((one) => one.rule.name === rule.name)) throw brokenRule(this.owner.model, created.place, rule)
    }
  }

  private async enterStates({ place, entity, id }: Created): Promise<void> {
    const fields = Object.entries(place.row.values).flatMap(([name, text]) => {
      const field = fieldNamed(entity, name)
      return field.type.kind === 'state' && text !== null ? [field] : []
    })
    if (fields.length === 0) return
    const given = fields.map(({ name }) => [givenVariable(name), place.row.values[name]] as const)
    const record: RecordValue = { id, fields: {} }
    const statement = planStatesOfRow(entity, fields)
    await this.writing(place, () => this.transaction.run(statement, { ...Object.fromEntries(given), record }))
  }

  private async brokenRules(created: Created): Promise<Broken[]> {
    const { entity, id } = created
    const rules = rulesAt(this.viewer, entity.name, { kind: 'create' }).filter(
      (rule) => !asksWhoActs(rule.holds) && (rule.condition === null || !asksWhoActs(rule.condition)),
    )
    if (rules.length === 0) return []
    const record: RecordValue = { id, fields: {} }
    const old: RecordValue = { id, fields: Object.fromEntries(entity.fields.map(({ name }) => [name, null])) }
    const statement = planAfterChecks(this.viewer, entity, 'record', { rules, grants: [], answer: null })
    const [kept] = await this.transaction.run(statement, { ...this.bindings, record, old })
    return rules.flatMap((rule, index) => (kept?.[`kept${index}`] === true ? [] : [{ created, rule }]))
  }

  /** Rules over several records, which triggers check after all writes. */
  private async enforceRulesOverRecords(): Promise<void> {
    const rules = this.owner.schema.rules ?? []
    if (rules.length === 0) return
    try {
      await this.transaction.run({ text: 'SET CONSTRAINTS ALL IMMEDIATE', parameters: [] }, {})
    } catch (cause) {
      const constraint = violatedConstraint(constraintsOf(this.owner.schema), cause as object)
      const rule = rules.find(({ name, exclusion }) => [name, exclusion].includes(constraint?.name))
      const own = this.created.filter(({ entity }) => entity.name === rule?.entity)
      const at = own.find(({ id }) => String(id) === (cause as { detail?: string }).detail) ?? own[0] ?? this.created[0]
      throw (at === undefined ? null : refusedByDatabase(this.owner, at.place, cause)) ?? cause
    }
  }

  /** History starts with the loaded record; reaching the row's state is not a change by a person. */
  private async beginHistories(): Promise<void> {
    for (const { entity, id } of this.created) {
      const values = [entity.name, String(id)]
      const forget = 'DELETE FROM ninefold.change WHERE entity = $1 AND record = $2'
      await this.transaction.runOwn('begin-history', forget, values)
    }
  }

  private async moveSequences(): Promise<void> {
    const given = new Map(
      this.created.flatMap(({ place, entity }) =>
        Object.keys(place.row.values)
          .filter((name) => isCountedByPostgres(fieldNamed(entity, name)))
          .map((name) => [`${entity.name}.${name}`, { entity, name }] as const),
      ),
    )
    for (const { entity, name } of given.values())
      await this.transaction.run(planSequencePast(this.owner.schema, entity, name), {})
  }
}

/** Integers from PostgreSQL's own counter. Other numbered fields adjust their counters themselves. */
function isCountedByPostgres({ type }: Field): boolean {
  return type.kind === 'sequence' && isPlainSequence(type)
}

function asksWhoActs(expression: Parameters<typeof visit>[0]): boolean {
  let asks = false
  visit(expression, (part) => {
    if (part.kind === 'has role' || (part.kind === 'variable' && part.name === 'me')) asks = true
  })
  return asks
}

function placesOf(tables: readonly RecordData[], kind: DataKind): DataRow[] {
  return tables.flatMap((data) => data.rows.map((row, index) => ({ kind, data, row, number: index + 1 })))
}

function idIn(rows: readonly Row[]): Id | null {
  const id = rows[0]?.['id']
  return typeof id === 'string' || typeof id === 'number' ? id : null
}
