// Rules over several records of two schemas → which are let go and which are bound. A rule stays while its statements
// are the same and no column of its tables is another one; triggers know columns, and would keep them from changing.

import { type MigrationStep, needsPassingRows, safe } from './migration-step.ts'
import type { RecordRule, Schema } from './schema.ts'

export function changedRules(
  from: Schema | null,
  to: Schema,
): { readonly gone: readonly RecordRule[]; readonly made: readonly RecordRule[] } {
  const [before, after] = [from?.rules ?? [], to.rules ?? []]
  const stays = (rule: RecordRule, others: readonly RecordRule[]): boolean =>
    from !== null &&
    others.some((other) => JSON.stringify(other.create) === JSON.stringify(rule.create)) &&
    rule.tables.every((name) => columnsOf(from, name) === columnsOf(to, name))
  return {
    gone: before.filter((rule) => !stays(rule, after)),
    made: after.filter((rule) => !stays(rule, before)),
  }
}

function columnsOf(schema: Schema, table: string): string {
  const found = schema.tables.find(({ name }) => name === table)
  const columns = found?.columns.map(({ name, type, isIdentity }) => [name, type, isIdentity])
  return JSON.stringify([columns, found?.primaryKey])
}

export function releaseRule({ rule, drop }: RecordRule): MigrationStep {
  return safe(drop.join(';\n'), `The rule "${rule}" is released.`)
}

export function bindRule({ rule, create, brokenSql }: RecordRule): MigrationStep {
  return needsPassingRows(create.join(';\n'), `The rule "${rule}" is kept.`, brokenSql)
}
