// A written record → a refusal if it breaks a rule of point 5, or if its writer has no right to it any more. The
// statement of the write may have asked both; a separate one asks them otherwise.

import type { RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { ownValue } from '@ninefold/core/model/find.ts'
import { followsPattern } from '@ninefold/core/contract/inputs/patterns.ts'
import {
  type AfterQuestions,
  asksNothing,
  type Moment,
  planAfterChecks,
  rulesAt,
} from '@ninefold/core/plan/write/record-checks.ts'
import type { Grant } from '@ninefold/core/rights/roles.ts'
import { planner } from '../context/planner.ts'
import { inputRefusal, Refusal, refused } from '../context/refusal.ts'
import type { Work } from '../context/work.ts'
import { ruleRefusal } from '../messages/messages.ts'
import type { Row } from '../../store/driver/rows.ts'
import { only } from './locked-record.ts'

const afterPlan = planner('after', (viewer, entity: Entity, moment: Moment, grants: readonly Grant[]) => {
  const questions: AfterQuestions = { rules: rulesAt(viewer, entity.name, moment), grants, answer: null }
  return { questions, statement: asksNothing(questions) ? null : planAfterChecks(viewer, entity, 'record', questions) }
})

/** A record after a write, and before; null: it is new. */
export interface RecordChange {
  readonly entity: Entity
  readonly record: RecordValue
  readonly old: RecordValue | null
}

/** The caller's rights to a write. `held`: whether each grant holds for the written record. */
export interface WriteRights {
  readonly grants: readonly Grant[]
  readonly isPermitted: (held: readonly boolean[]) => boolean
}

/** The product's own work: no rights are checked. */
export const PRODUCTS_OWN: WriteRights = { grants: [], isPermitted: () => true }

/** Checks rules and rights after a write, by a separate statement. */
export async function checkAfter(
  work: Work,
  change: RecordChange,
  moment: Moment,
  { grants, isPermitted }: WriteRights,
): Promise<void> {
  const { entity, record, old } = change
  const { questions, statement } = work.application.planned(afterPlan, work.caller, entity, moment, grants)
  if (statement === null) {
    refuseBrokenPatterns(entity, old, record)
    // All grants are constantly false, so nothing needs to be asked.
    if (!isPermitted([])) throw refused('forbidden')
    return
  }
  const answers = only(
    await work.transaction.run(statement, { ...work.bindings, record, old: old ?? emptyRecord(entity, record) }),
  )
  await judge(work, change, questions, answers, isPermitted)
}

/** Reports all failures together: first the rules, which are the most helpful, then the rights. */
export async function judge(
  work: Work,
  { entity, record, old }: RecordChange,
  { rules, grants }: AfterQuestions,
  answers: Row,
  isPermitted: WriteRights['isPermitted'],
): Promise<void> {
  refuseBrokenPatterns(entity, old, record)
  const broken = rules.filter((rule, index) => answers[`kept${index}`] !== true && concerns(rule.when, old, record))
  const bindings = { ...work.bindings, record, old: old ?? emptyRecord(entity, record) }
  if (broken.length > 0)
    throw new Refusal(await Promise.all(broken.map((rule) => ruleRefusal({ ...work, bindings }, entity, rule))))
  if (!isPermitted(grants.map((_, index) => answers[`grant${index}`] === true))) throw refused('forbidden')
}

/** A creation changes every field that has a value; a change, those whose value differs. */
function concerns(
  when: { readonly kind: string; readonly field?: string },
  old: RecordValue | null,
  record: RecordValue,
): boolean {
  if (when.kind !== 'field changes' || when.field === undefined) return true
  const [before, after] = [old?.fields[when.field] ?? null, record.fields[when.field] ?? null]
  return valueKey(before) !== valueKey(after)
}

/** Equal for equal values. */
export function valueKey(value: Value): string {
  return JSON.stringify(typeof value === 'object' && value !== null && 'id' in value ? value.id : value)
}

/** A new record has no former values: rules about `old` do not apply, and get empty values. */
function emptyRecord(entity: Entity, record: RecordValue): RecordValue {
  return { id: record.id, fields: Object.fromEntries(entity.fields.map(({ name }) => [name, null])) }
}

/** Unchanged texts are not checked, even if the pattern is newer. */
function refuseBrokenPatterns(entity: Entity, old: RecordValue | null, record: RecordValue): void {
  const broken = entity.fields.filter(({ name, pattern }) => {
    const text = ownValue(record.fields, name)
    if (pattern === null || typeof text !== 'string' || text === ownValue(old?.fields ?? {}, name)) return false
    return !followsPattern(pattern, text)
  })
  if (broken.length > 0) throw new Refusal(broken.map(({ name }) => inputRefusal('pattern', name)))
}
