// Rules over several records, checked after all writes. The database enforces them at commit; checking here gives a
// refusal in the author's words. Writes after this point are judged at commit.

import { entityNamed } from '@ninefold/core/model/find.ts'
import { takenField } from '@ninefold/core/plan/write/unique-conflicts.ts'
import type { RecordRule, Schema } from '@ninefold/core/plan/schema/schema.ts'
import type { Statement } from '@ninefold/core/plan/sql/sql.ts'
import { type Change, changedTables } from '@ninefold/core/plan/schema/statement-tables.ts'
import type { Executor } from '../../store/driver/database.ts'
import { keepAudit } from './audit.ts'
import { catalogueRefusal } from '../messages/messages.ts'
import { refused, Refusal, type RefusalItem } from '../context/refusal.ts'
import { allTaken } from './taken-values.ts'
import type { Work } from '../context/work.ts'
import { setConstraints } from '../context/deferred-constraints.ts'

const CHECK_VIOLATION = '23514'

/** Runs `doing` in a transaction, and checks everything that it has written before the commit. */
export async function writeUnderRules<Result>(
  work: Omit<Work, 'transaction'>,
  doing: (transaction: Executor) => Promise<Result>,
): Promise<Result> {
  try {
    return await work.application.database.write(async (transaction) => {
      const result = await doing(transaction)
      await keepAudit({ ...work, transaction })
      await enforceRulesOverRecords({ ...work, transaction })
      return result
    })
  } catch (cause) {
    throw await allTaken(work.application, cause)
  }
}

/** Reports all broken rules together. */
export async function enforceRulesOverRecords(work: Work): Promise<void> {
  const rules = rulesConcerned(work.application.schema, work.transaction.written)
  if (rules.length === 0) return
  const saved = work.transaction.run(SAVEPOINT, {})
  // The check is sent in the same batch, and fails if the savepoint fails.
  saved.catch(() => {})
  if ((await brokenOne(work, rules)) === null) return
  const items: RefusalItem[] = []
  for (const rule of rules) {
    const broken = await brokenOne(work, [rule])
    if (broken !== null) items.push(...(await refusalsOf(work, broken)))
  }
  throw new Refusal(items)
}

/** Checks in the middle of a transaction. Later writes are checked later. */
export async function judgeRulesOverRecords(work: Work): Promise<void> {
  const rules = rulesConcerned(work.application.schema, work.transaction.written)
  if (rules.length === 0) return
  await enforceRulesOverRecords(work)
  await setConstraints(work, triggersOf(rules), 'DEFERRED')
}

function triggersOf(rules: readonly RecordRule[]): string[] {
  return rules.flatMap(({ name, triggers }) => triggers ?? [name])
}

const SAVEPOINT: Statement = { text: 'SAVEPOINT before_rules', parameters: [] }
const BACK: Statement = { text: 'ROLLBACK TO SAVEPOINT before_rules', parameters: [] }

/** Rules about entities that were written, or that a cascade reaches. */
function rulesConcerned(schema: Schema, written: ReadonlySet<Change>): readonly RecordRule[] {
  const { rules = [] } = schema
  if (rules.length === 0) return rules
  const changed = changedTables(schema, [...written])
  return rules.filter(({ tables }) => tables.some((table) => changed.has(table)))
}

interface Broken {
  readonly rule: RecordRule
  /** The record that breaks the rule. */
  readonly id: string
}

async function brokenOne(work: Work, rules: readonly RecordRule[]): Promise<Broken | null> {
  try {
    await setConstraints(work, triggersOf(rules), 'IMMEDIATE')
    return null
  } catch (cause) {
    const { code, constraint, detail } = cause as { code?: string; constraint?: string; detail?: string }
    const rule = rules.find(({ name }) => name === constraint)
    if (code !== CHECK_VIOLATION || rule === undefined || detail === undefined) throw cause
    await work.transaction.run(BACK, {})
    return { rule, id: detail }
  }
}

/** The message may refer to fields of the record. */
async function refusalsOf(work: Work, { rule, id }: Broken): Promise<readonly RefusalItem[]> {
  if (rule.otherwise === null)
    return refused('taken', takenField(entityNamed(work.application.model, rule.entity), rule.fields, [])).items
  const bindings = { ...work.bindings, record: { id, fields: {} } }
  return [await catalogueRefusal({ ...work, bindings }, rule.otherwise, { this: rule.entity }, { this: 'record' })]
}
