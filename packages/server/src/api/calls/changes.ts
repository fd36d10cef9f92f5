// `PATCH` of a standard call: a merge patch, or a JSON Patch, changes one record.

import { changeInputs } from '@ninefold/core/contract/calls/calls.ts'
import { mergedInto } from '@ninefold/core/contract/inputs/merge-patch.ts'
import { OLD_PASSWORD, oldPasswordInputs } from '@ninefold/core/contract/inputs/old-password.ts'
import { isPlainObject } from '@ninefold/core/contract/inputs/plain-object.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import type { RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import type { StandardCalls } from '@ninefold/core/model/calls.ts'
import { customFieldHolders, withRemovedKeys } from '@ninefold/core/model/custom-fields/definitions.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { fieldNamed } from '@ninefold/core/model/find.ts'
import { MERGE_PATCH } from '@ninefold/core/model/wire.ts'
import { reachedFields } from '@ninefold/core/rights/roles.ts'
import type { CallAnswer } from '../../gate/calls/calls.ts'
import { refuseUnpermitted } from '../../gate/calls/before-inputs.ts'
import { refuseCommonPasswords } from '../../gate/context/common-passwords.ts'
import { planner } from '../../gate/context/planner.ts'
import { Refusal, refused } from '../../gate/context/refusal.ts'
import type { Work } from '../../gate/context/work.ts'
import { changeInOneStatement } from '../../gate/records/single-statement-write.ts'
import { lockRecord, refuseStale } from '../../gate/records/locked-record.ts'
import { countOldPassword } from '../../gate/records/own-password.ts'
import { changeRecord } from '../../gate/records/records.ts'
import { writeUnderRules } from '../../gate/records/rules-over-records.ts'
import { isMadeUnreadable } from '../../store/data/secret-texts.ts'
import { acceptedBody, pathValue, storable } from '../http/bodies.ts'
import { type Exchange, MoreThanAtOnce } from '../http/exchange.ts'
import { refuseOtherParameters } from '../http/list-query.ts'
import { answerFor, answeredRecord, answerShapePlan, type Answered, foundRecord } from './answered-record.ts'
import { isJsonPatch, isOfType, mayWrite, mergePatchOf, patchIn } from './json-patch.ts'
import { sentVersion } from './versions.ts'

/** Null: the caller may not change any field. */
const changeInputsPlan = planner('inputs to change', ({ model, caller }, entity: Entity) => {
  const granted = reachedFields(model, caller, entity, 'change')
  if (granted.size === 0) return null
  const inputs = changeInputs(model, entity, granted)
  return { inputs, takesOldPassword: oldPasswordInputs(model, entity, granted).length > 0 }
})

export async function change(exchange: Exchange, standard: StandardCalls, entity: Entity): Promise<CallAnswer> {
  const { application, caller, body } = exchange
  const plan = application.planned(changeInputsPlan, caller, entity)
  const isPatch = isJsonPatch(exchange.headers)
  const merging = isPatch ? [] : mergedFields(exchange, entity)
  const done =
    plan === null || isPatch || merging.length > 0 ? null : await changedAtOnce(exchange, standard, entity, plan.inputs)
  if (done !== null) return { status: 200, ...done }
  if (exchange.isGuess === true) throw new MoreThanAtOnce()
  if (plan?.takesOldPassword === true && (isPatch ? mayWrite(body, OLD_PASSWORD) : hasOldPassword(body))) {
    // Checked before the old password is verified, so that a refused new password does not use up an attempt.
    if (hasOldPassword(body)) await refuseCommonPasswords(entity, body)
    await countOldPassword(application, caller)
  }
  const answered = await writeUnderRules(exchange, async (transaction) => {
    const work: Exchange & Work = { ...exchange, transaction }
    const record = await foundRecord(exchange, transaction, standard.foundBy, entity)
    if (plan === null) throw refused('forbidden')
    refuseOtherParameters(exchange.query, [])
    const { [OLD_PASSWORD]: old, ...accepted } = await refusedAfterRights(work, entity, record, async () => {
      const sent = isPatch
        ? await mergedBody(work, standard, entity, record)
        : await merged(work, entity, record, merging)
      return acceptedBody(application.model, plan.inputs, sent)
    })
    const given = await storable(application, entity, accepted)
    const version = sentVersion(exchange)
    const own = { ...work, bindings: { ...work.bindings, [OLD_PASSWORD]: old ?? null } }
    const changed = await changeRecord(own, entity, record, { given, set: [] }, version)
    const answer = application.planned(answerShapePlan, caller, entity, standard.shape)
    return answerFor(work, entity, { record: changed, json: null }, answer)
  })
  return { status: 200, ...answered }
}

/**
 * Fields with an object that a merge patch merges into theirs. A body that calls itself JSON replaces the value, as forms
 * mean it; custom fields are merged by every change.
 */
function mergedFields({ headers, body }: Exchange, entity: Entity): readonly string[] {
  if (!isOfType(headers, MERGE_PATCH) || !isPlainObject(body)) return []
  const names = entity.fields.flatMap(({ name, type }) =>
    type.kind === 'map' || (type.kind === 'json' && type.definedBy === undefined) ? [name] : [],
  )
  return names.filter((name) => Object.hasOwn(body, name) && isPlainObject(body[name]))
}

/** The record stays locked as it was read. */
async function merged(
  work: Exchange & Work,
  entity: Entity,
  record: RecordValue,
  fields: readonly string[],
): Promise<unknown> {
  const { body } = work
  if (fields.length === 0 || !isPlainObject(body)) return body
  const { old } = await lockRecord(work, entity, record, 'change')
  await refuseStale(work, entity, old, sentVersion(work))
  return { ...body, ...Object.fromEntries(fields.map((name) => [name, mergedInto(old.fields[name], body[name])])) }
}

function hasOldPassword(body: unknown): body is Readonly<Record<string, Value>> {
  return typeof body === 'object' && body !== null && OLD_PASSWORD in body
}

/** Null: the change takes more than one statement, or is refused. The step-by-step path then gives the reason. */
async function changedAtOnce(
  exchange: Exchange,
  standard: StandardCalls,
  entity: Entity,
  inputs: InputField[],
): Promise<Answered | null> {
  const { application, caller, body, parameters } = exchange
  if (hasOldPassword(body)) return null
  try {
    refuseOtherParameters(exchange.query, [])
    const key = pathValue(fieldNamed(entity, standard.foundBy).type, parameters[standard.foundBy] ?? '')
    const accepted = acceptedBody(application.model, inputs, body)
    if (Object.keys(accepted).some((name) => isMadeUnreadable(fieldNamed(entity, name)))) return null
    const given = await storable(application, entity, accepted)
    const answer = application.planned(answerShapePlan, caller, entity, standard.shape)
    const work = { ...exchange, bindings: { ...exchange.bindings, key } }
    return await changeInOneStatement(work, entity, standard.foundBy, given, sentVersion(exchange), answer)
  } catch (cause) {
    if (cause instanceof Refusal) return null
    throw cause
  }
}

/** Refuses inputs only to callers who may change the record; others are refused before. */
async function refusedAfterRights<Result>(
  work: Exchange & Work,
  entity: Entity,
  record: RecordValue,
  accepting: () => Promise<Result>,
): Promise<Result> {
  try {
    return await accepting()
  } catch (cause) {
    if (cause instanceof Refusal) await refuseUnpermitted(work, entity, record, 'change')
    throw cause
  }
}

/** The merge patch with the effect of the sent JSON Patch on the record, which stays locked as it was read. */
async function mergedBody(
  work: Exchange & Work,
  standard: StandardCalls,
  entity: Entity,
  record: RecordValue,
): Promise<unknown> {
  const patch = patchIn(work.body)
  const { old } = await lockRecord(work, entity, record, 'change')
  await refuseStale(work, entity, old, sentVersion(work))
  const answered = await answeredRecord(work, work.transaction, standard, entity)
  if (answered === null) throw refused('not found', standard.foundBy)
  const before = JSON.parse(answered.json) as Readonly<Record<string, unknown>>
  return withRemovedKeys(customFieldHolders(entity), before, mergePatchOf(patch, answered.json))
}
