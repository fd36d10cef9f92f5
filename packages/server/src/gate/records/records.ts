// The gate: every read and write of a record, from a call, a screen or a form, passes here with its caller. It checks
// rights before and after, enforces the rules, and refuses in the specification's words.

import type { Expression, RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { fieldNamed } from '@ninefold/core/model/find.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import type { Moment } from '@ninefold/core/plan/write/record-checks.ts'
import type { Schema } from '@ninefold/core/plan/schema/schema.ts'
import { type FieldSource, givenVariable, planChange, planDeletion } from '@ninefold/core/plan/write/record-writes.ts'
import { bypassesPermissions, type Grant, grantsOf, isForbidden, isReached } from '@ninefold/core/rights/roles.ts'
import type { Bindings, Row } from '../../store/driver/rows.ts'
import { actAs, actAsMaker } from '../context/transaction-actor.ts'
import { afterChangeOf, afterDeletionOf } from './account-changes.ts'
import { noteWritten } from './audit.ts'
import { keepDeletion } from '../../store/tables/deletions.ts'
import { forgetFollowing } from '../../store/tables/notifications.ts'
import { checkAfter, judge, PRODUCTS_OWN, valueKey } from './checks-after-write.ts'
import { chosenCreations } from './creation-cases.ts'
import { eraseOfTenant } from './erasure.ts'
import { keepFiles, withFiles } from '../files/files.ts'
import { missingAmong, refuseUnseenRecords } from './referenced-records.ts'
import { setClocks } from './clocks.ts'
import { loadedRecord } from '../context/loaded-record.ts'
import { grantedFields, judgeCustomFields, withCustomFields } from '../custom-fields/custom-field-values.ts'
import { writeLinks } from './links.ts'
import { lockRecord, only, refuseStale } from './locked-record.ts'
import { refuseLocked } from './locks.ts'
import { enforceRulesOfParts } from './rules-of-parts.ts'
import { blockedDeletion } from './constraint-refusal.ts'
import { Refusal, refused } from '../context/refusal.ts'
import { refuseUnprovenAddress } from './own-address.ts'
import { refuseUnprovenPassword } from './own-password.ts'
import { enforceQuotas } from './quotas.ts'
import { noteTaken } from './taken-values.ts'
import type { Values, Work, WrittenRecord } from '../context/work.ts'
import { setConstraints } from '../context/deferred-constraints.ts'
import { planner } from '../context/planner.ts'
import { lowerToSteps, sourcesOf } from '@ninefold/core/plan/write/lowering.ts'
import { compileCreation, type Creation, pairedFields } from '@ninefold/core/plan/write/write-plan.ts'

const creationPlan = planner(
  'create',
  (viewer, entity: Entity, creation: Creation, grants: readonly Grant[], answer: Expression | null) =>
    lowerToSteps(viewer, compileCreation(viewer, entity, creation, grants, answer)),
)

/** Null: no row of point 6 grants it, whatever its condition. */
const creationGrantsPlan = planner('grants to create', ({ model, caller }, entity: Entity) =>
  isReached(model, caller, entity.name, 'create') ? grantsOf(model, caller, entity.name, 'create') : null,
)

const changePlan = planner('change', (viewer, entity: Entity, given: readonly string[], set: readonly FieldSource[]) =>
  planChange(viewer, entity, 'record', sourcesOf(entity, { given, set })),
)

const deletionPlan = planner('delete', (_, entity: Entity) => planDeletion(entity, 'record'))

/**
 * `answer`: the record as its caller wants it, over `this`. The effects of its row from `nothing` are the work of
 * beginRecord.
 */
export async function createRecord(
  work: Work,
  entity: Entity,
  sent: Values,
  answer: Expression | null = null,
): Promise<WrittenRecord> {
  const values = withCustomFields(entity, await withFiles(work, entity, sent, null), null)
  const given = Object.keys(values.given)
  const isOwn = values.isProductsOwn === true || bypassesPermissions(work.caller)
  const grants = isOwn ? [] : creationGrants(work, entity, given)
  if (!isOwn || bypassesPermissions(work.caller)) await refuseUnseenRecords(work, entity, values.given)
  const stored = sourcesOf(entity, { given, set: values.set })
  const isPermitted = (held: readonly boolean[]): boolean => isOwn || coversFields(grants, held, given)
  const lists = pairedFields(entity, Object.keys({ ...values.given, ...values.links }))
  const by = isOwn ? 'product' : values.isInCall === true ? 'call' : 'caller'
  const begins = await chosenCreations(work, entity, stored, lists, boundValues(values), by).catch(
    async (cause: unknown) => {
      // A caller who sees all records learns of a missing reference before other mistakes.
      const missing = cause instanceof Refusal && !isOwn ? await missingAmong(work, entity, values.given) : []
      throw missing.length > 0 ? new Refusal(missing) : cause
    },
  )
  const { statement, questions, isJudged } = work.application.planned(
    creationPlan,
    work.caller,
    entity,
    { given, set: values.set, lists, linked: Object.keys(values.links ?? {}), begins },
    grants,
    answer,
  )
  await actAsMaker(work)
  const attempted = { ...work.bindings, ...boundValues(values) }
  const attempt = { entity, record: null, sources: stored, given: values.given, bindings: attempted }
  const row = only(await noteTaken(work, attempt, () => work.transaction.run(statement, attempted)))
  const record = loadedRecord(entity, row)
  noteWritten(work, entity, record, 'create')
  const creation = { entity, record, old: null }
  if (isJudged) await judge(work, creation, questions, row, isPermitted)
  else {
    await noteTaken(work, attempt, () => writeLinks(work, entity, record, values))
    await checkAfter(work, creation, { kind: 'create' }, { grants, isPermitted })
  }
  await judgeCustomFields(
    work,
    entity,
    record,
    null,
    values.isInCall === true ? given : [...given, ...grantedFields(grants)],
  )
  await enforceQuotas(work, entity, record, null)
  await keepFiles(work, entity, record, fieldsOf(values))
  await setClocks(work, entity, record, { kind: 'create' })
  if (!isJudged) return { record, json: null, begins }
  return { record, json: answerOf(row, answer), version: answeredVersion(row), begins }
}

/** The rights to given fields are checked after the rules, whose messages are more helpful. */
function creationGrants(work: Work, entity: Entity, given: readonly string[]): readonly Grant[] {
  refuseForbidden(work, entity, 'create', given)
  const grants = work.application.planned(creationGrantsPlan, work.caller, entity)
  if (grants === null) throw refused('forbidden')
  return grants
}

/** Null if the caller cannot see the record after the write. */
export function answerOf(row: Row, answer: Expression | null): string | null {
  return answer === null ? null : String(row['json'] ?? '{}')
}

export function answeredVersion(row: Row): number | null {
  const version = row['answered version']
  return typeof version === 'number' ? version : null
}

export async function changeRecord(
  work: Work,
  entity: Entity,
  record: RecordValue,
  sent: Values,
  version: number | null = null,
): Promise<RecordValue> {
  const changed = [...fieldsOf(sent), ...Object.keys(sent.links ?? {})]
  const { old, grants, held } = await lockRecord(work, entity, record, 'change')
  await refuseStale(work, entity, old, version)
  const isOwn = bypassesPermissions(work.caller)
  if (!isOwn) {
    refuseForbidden(work, entity, 'change', Object.keys(sent.given))
    if (!coversFields(grants, held, Object.keys(sent.given))) throw refused('forbidden')
  }
  await refuseUnprovenPassword(work, entity, record, sent.given)
  const values = withCustomFields(entity, await withFiles(work, entity, sent, old), old)
  refuseLocked(work, entity, old, changed)
  refuseSecondSetting(entity, old, values)
  await refuseUnseenRecords(work, entity, values.given)
  const after = await writeChange(work, entity, record, values)
  await refuseUnprovenAddress(work, entity, old, after)
  const isPermitted = (heldAfter: readonly boolean[]): boolean =>
    isOwn ||
    coversFields(
      grants,
      grants.map((grant, index) => held[index] === true && (grant.permission.mayHandOver || heldAfter[index] === true)),
      Object.keys(values.given),
    )
  const moment: Moment = { kind: 'change', fields: changed }
  await checkAfter(work, { entity, record: after, old }, moment, { grants, isPermitted })
  await judgeCustomFields(work, entity, after, old, [])
  await enforceQuotas(work, entity, after, old)
  await afterChangeOf(work, entity, after, changed)
  return after
}

/** The product's own work: no rights are checked, but every rule is. */
export async function setFields(
  work: Work,
  entity: Entity,
  record: RecordValue,
  values: Pick<Values, 'set' | 'links'>,
): Promise<RecordValue> {
  const { old } = await lockRecord(work, entity, record, 'change')
  const after = await writeChange(work, entity, record, { given: {}, ...values })
  await refuseUnprovenAddress(work, entity, old, after)
  const changed = [...values.set.map(({ field }) => field), ...Object.keys(values.links ?? {})]
  await checkAfter(work, { entity, record: after, old }, { kind: 'change', fields: changed }, PRODUCTS_OWN)
  await enforceQuotas(work, entity, after, old)
  await afterChangeOf(work, entity, after, changed)
  return after
}

export async function deleteRecord(
  work: Work,
  entity: Entity,
  record: RecordValue,
  { isProductsOwn, version = null }: { readonly isProductsOwn: boolean; readonly version?: number | null } = {
    isProductsOwn: false,
  },
): Promise<void> {
  const { old, grants, held } = await lockRecord(work, entity, record, 'delete')
  await refuseStale(work, entity, old, version)
  if (!isProductsOwn && !bypassesPermissions(work.caller)) {
    refuseForbidden(work, entity, 'delete', [])
    if (!grants.some((_, index) => held[index] === true)) throw refused('forbidden')
  }
  const keepRules = (of: Entity, deleted: RecordValue): Promise<void> =>
    checkAfter(work, { entity: of, record: deleted, old: deleted }, { kind: 'delete' }, PRODUCTS_OWN)
  await keepRules(entity, record)
  await enforceRulesOfParts(work, entity, record, keepRules)
  const statement = work.application.planned(deletionPlan, work.caller, entity)
  await actAs(work)
  await keepDeleted(work, entity, String(record.id))
  try {
    await work.transaction.run(statement, { ...work.bindings, record })
    await checkDeferredReferences(work)
  } catch (cause) {
    throw blockedDeletion(cause) ?? cause
  }
  await eraseOfTenant(work, entity, String(record.id))
  if (entity.followers !== null && entity.keptDeleted === null)
    await forgetFollowing(work.transaction, { entity: entity.name, record: String(record.id) })
  noteWritten(work, entity, record, 'delete')
  await afterDeletionOf(work, entity)
}

/** References from records that a cascade may have deleted as well. Later writes are checked later. */
async function checkDeferredReferences(work: Work): Promise<void> {
  const names = deferredReferences(work.application.schema)
  if (names.length === 0) return
  await setConstraints(work, names, 'IMMEDIATE')
  await setConstraints(work, names, 'DEFERRED')
}

const referencesOf = new WeakMap<Schema, readonly string[]>()

function deferredReferences(schema: Schema): readonly string[] {
  const names =
    referencesOf.get(schema) ??
    schema.tables.flatMap(({ references }) => references.flatMap(({ name, isDeferred }) => (isDeferred ? [name] : [])))
  referencesOf.set(schema, names)
  return names
}

async function writeChange(work: Work, entity: Entity, record: RecordValue, values: Values): Promise<RecordValue> {
  const given = Object.keys(values.given)
  const stored = sourcesOf(entity, { given, set: values.set })
  const statement = work.application.planned(changePlan, work.caller, entity, given, values.set)
  await actAs(work)
  const attempted = { ...work.bindings, ...boundValues(values), record }
  const attempt = { entity, record, sources: stored, given: values.given, bindings: attempted }
  const row = only(await noteTaken(work, attempt, () => work.transaction.run(statement, attempted)))
  const after = loadedRecord(entity, row)
  noteWritten(work, entity, after, 'change')
  await noteTaken(work, attempt, () => writeLinks(work, entity, after, values))
  const fields = fieldsOf(values)
  await keepFiles(work, entity, after, fields)
  await setClocks(work, entity, after, { kind: 'change', fields })
  return after
}

function fieldsOf(values: Pick<Values, 'given' | 'set'>): string[] {
  return [...Object.keys(values.given), ...values.set.map(({ field }) => field)]
}

/** Tells whether each field is covered by a grant that holds. Without fields, one grant is enough. */
function coversFields(grants: readonly Grant[], held: readonly boolean[], fields: readonly string[]): boolean {
  const active = grants.filter((_, index) => held[index] === true)
  return (
    active.length > 0 && fields.every((field) => active.some(({ permission }) => permission.fields.includes(field)))
  )
}

function refuseForbidden(
  work: Work,
  entity: Entity,
  action: 'create' | 'change' | 'delete',
  fields: readonly string[],
): void {
  const { model } = work.application
  if (
    isForbidden(model, entity.name, action, null) ||
    fields.some((field) => isForbidden(model, entity.name, action, field))
  )
    throw refused('forbidden')
}

/** A field that is set once cannot be changed. */
function refuseSecondSetting(entity: Entity, old: RecordValue, values: Values): void {
  for (const [name, value] of Object.entries(values.given)) {
    const field = fieldNamed(entity, name)
    if (field.isSetOnce && valueKey(old.fields[name] ?? null) !== valueKey(value)) throw refused('forbidden', name)
  }
}

function boundValues({ given, links }: Values): Bindings {
  return givenBindings({ ...given, ...links })
}

/** Values of fields, bound as statements that write them expect. */
export function givenBindings(fields: Readonly<Record<string, Value>>): Bindings {
  const bindings: Record<string, Value> = {}
  for (const [field, value] of Object.entries(fields)) bindings[givenVariable(field)] = value
  return bindings
}

/** Soft delete: stores the record and everything that its deletion cascades to, before they are removed. */
async function keepDeleted(work: Work, entity: Entity, id: string): Promise<void> {
  if (entity.keptDeleted === null) return
  const { application, caller, transaction } = work
  const by = caller.me === null ? null : String(caller.me.id)
  const users = signInOf(application.model.roles)?.entity ?? null
  await keepDeletion(transaction, application.schema, { entity, id, by, users })
}
