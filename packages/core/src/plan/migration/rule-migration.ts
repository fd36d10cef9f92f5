// Rules over several records, and histories, of two schemas → which to drop and which to create. One stays if its
// statements are unchanged and none of its tables' columns is replaced; its triggers would prevent changes of columns.

import { type MigrationStep, needsPassingRows, safe } from './migration-step.ts'
import { inPublic, quoted } from '../schema/ddl.ts'
import type { History, RecordRule, Schema, WallPart, WallPolicy } from '../schema/schema.ts'

export interface Changed<Kept> {
  readonly gone: readonly Kept[]
  readonly made: readonly Kept[]
}

/**
 * Tables that are dropped, renamed, or get another column under a former name. Dependent objects would follow the old
 * column.
 */
export type Disturbed = ReadonlySet<string>

export function changedRules(from: Schema | null, to: Schema, disturbed: Disturbed): Changed<RecordRule> {
  return changed(from, to, disturbed, ({ rules }) => rules ?? [])
}

export function changedHistories(from: Schema | null, to: Schema, disturbed: Disturbed): Changed<History> {
  return changed(from, to, disturbed, historiesOf)
}

function historiesOf({ histories = [], listHistories = [], tables }: Schema): History[] {
  const former = tables.flatMap(({ entity, name, history }): History[] => {
    if (history === undefined) return []
    const drop = [`DROP TRIGGER IF EXISTS ${quoted(history.trigger)} ON ${inPublic(name)}`]
    return [{ entity, field: null, tables: [name], create: [], drop }]
  })
  return [...histories, ...listHistories, ...former]
}

/**
 * Views depend on the columns that policies of other tables read, and prevent their changes too. Dropping a view
 * cascades to the policies that read it, so the parts of those tables are dropped as well.
 */
export function changedPolicies(from: Schema | null, to: Schema, disturbed: Disturbed): Changed<WallPart> {
  const found = changed(from, to, disturbed, ({ wall }) => wall ?? [])
  const viewed = found.gone.flatMap(({ view, tables }) => (view === null ? [] : tables.slice(0, 1)))
  const more = new Set([...disturbed, ...viewed])
  return more.size === disturbed.size ? found : changedPolicies(from, to, more)
}

function changed<Kept extends Pick<History, 'tables' | 'columns'>>(
  from: Schema | null,
  to: Schema,
  disturbed: Disturbed,
  of: (schema: Schema) => readonly Kept[],
): Changed<Kept> {
  const [before, after] = [from === null ? [] : of(from), of(to)]
  const stays = (one: Kept, others: readonly Kept[]): boolean =>
    from !== null &&
    others.some((other) => statementsOf(other) === statementsOf(one)) &&
    one.tables.every((name) => !disturbed.has(name) && columnsOf(from, name, one) === columnsOf(to, name, one))
  return {
    gone: before.filter((one) => !stays(one, after)),
    made: after.filter((one) => !stays(one, before)),
  }
}

/** JSON in the database has its keys in another order. */
function statementsOf(kept: object): string {
  const { create, view, policy } = kept as Partial<RecordRule> & Partial<WallPart>
  // Earlier versions of Ninefold stored only the CREATE and DROP statements of a policy.
  const usual = (policy as Partial<WallPolicy> | undefined)?.usual?.map(({ roles, condition }) => [roles, condition])
  return JSON.stringify([create, view?.create, policy?.condition, policy?.grants, usual])
}

function columnsOf(schema: Schema, table: string, { columns: known }: Pick<History, 'columns'>): string {
  const found = schema.tables.find(({ name }) => name === table)
  const columns = found?.columns
    .filter(({ name }) => known === undefined || known.includes(name))
    .map(({ name, type, isIdentity }) => [name, type, isIdentity])
  return JSON.stringify([columns, found?.primaryKey])
}

export function releaseRule({ rule, drop }: RecordRule): MigrationStep {
  return safe(drop.join(';\n'), `The rule "${rule}" is released.`)
}

export function bindRule({ rule, create, brokenSql }: RecordRule): MigrationStep {
  return needsPassingRows(create.join(';\n'), `The rule "${rule}" has to hold for every record.`, brokenSql)
}

export function releaseHistory({ drop, ...history }: History): MigrationStep {
  return safe(drop.join(';\n'), history.about ?? `The history of ${ofWhat(history)} is released.`)
}

export function bindHistory({ create, ...history }: History): MigrationStep {
  return safe(create.join(';\n'), history.about ?? `Changes of ${ofWhat(history)} are kept.`)
}

function ofWhat({ entity, field }: Pick<History, 'entity' | 'field'>): string {
  return field === null ? entity : `${entity}.${field}`
}
