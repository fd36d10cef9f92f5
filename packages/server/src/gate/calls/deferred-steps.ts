// Deferred steps: `later:` → a row with all values that the steps use, written in the transaction before them; and the
// row → a run of the steps, with the caller's rights at that time. Records are kept by id and read again.

import type { ObjectValue, RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import { entityNamed } from '@ninefold/core/model/find.ts'
import {
  type LaterAction,
  type LaterSteps,
  laterStepsOf,
  meaningOfSteps,
  namesInSteps,
} from '@ninefold/core/model/steps/later-steps.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { planFind } from '@ninefold/core/plan/read/finds.ts'
import { isRecordBoundAs } from '@ninefold/core/rights/list-conditions.ts'
import { hashOfSteps, type KeptLater, keepLater } from '../../store/tables/deferred-steps.ts'
import { isRecord } from '../../store/driver/statement.ts'
import { CallRun } from './call-run.ts'
import { groupWithDeferredSecrets, withDeferredSecrets } from './deferred-secrets.ts'
import { BOUND_IN_EVERY_CALL, type Caller } from '../context/caller.ts'
import { loadedRecord, readPlan } from '../context/loaded-record.ts'
import { refused } from '../context/refusal.ts'
import type { Work } from '../context/work.ts'
import { planner } from '../context/planner.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'

const laterPlan = planner('later', (viewer, entity: Entity) =>
  planFind(viewer, entity, [isRecordBoundAs(entity, 'record')]),
)

/**
 * A name that the steps use. A record is kept by its id; `isSeen`: the caller could see it, and must still be able to
 * when the steps run.
 */
type KeptName =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'record'; readonly entity: string; readonly id: RecordValue['id']; readonly isSeen: boolean }

interface Kept {
  readonly names: Readonly<Record<string, KeptName>>
  /** The sent inputs that the steps use. */
  readonly sent: readonly string[]
}

export async function putOff(run: CallRun, action: LaterAction): Promise<void> {
  const { application, caller, transaction, bindings } = run
  // The same steps in the text's own language: the words of a translation are not part of their effect.
  const at = stepsOf(application.model).findIndex((each) => each.action === action)
  const found = stepsOf((application.ofText ?? application).model)[at]
  if (found === undefined) throw new Error('The specification does not have these steps.')
  const kept = await keptFor(run, found)
  await keepLater(transaction, {
    owner: found.owner,
    stepsHash: found.hash,
    actsAs: caller.isClock === true ? 'clock' : caller.isProduct === true ? 'product' : 'caller',
    userId: caller.me === null ? null : String(caller.me.id),
    narrowedTo: isNarrowed(application.model, caller) ? [...caller.roles] : null,
    tenant: caller.tenant ?? null,
    // The user may have signed in during the call, and then need not have one of the call's roles.
    asksRole: found.who?.some((role) => caller.roles.has(role)) === true,
    kept: JSON.stringify(kept),
    atMs: Number(bindings['now']),
  })
  transaction.afterCommit(() => application.alarm.ring())
}

/** True for API keys and agents, which have fewer roles than their user. */
function isNarrowed({ roles }: Model, { key, isAgent }: Caller): boolean {
  return key !== undefined || (isAgent === true && roles.agents !== null)
}

async function keptFor(run: CallRun, { action, queries }: LaterSteps): Promise<Kept> {
  const names: Record<string, KeptName> = {}
  const inSteps = namesInSteps(action)
  for (const [name, type] of [...inSteps, ...queries.map((query) => [`query.${query.name}`, null] as const)]) {
    const value = run.bindings[name]
    // `now`, `today` and the like are those of the moment when the steps run.
    if (value === undefined || BOUND_IN_EVERY_CALL.includes(name)) continue
    const entity = run.subjects[name] ?? (type?.kind === 'record' ? type.entity : undefined)
    names[name] =
      isRecord(value) && entity !== undefined
        ? { kind: 'record', entity, id: value.id, isSeen: await isSeen(run, entity, value) }
        : { kind: 'value', value: withIdsOnly(await withoutReadableSecrets(run, name, value)) }
  }
  return { names, sent: [...run.sent].filter((input) => inSteps.has(`input.${input}`)) }
}

async function withoutReadableSecrets(run: CallRun, name: string, value: Value): Promise<Value> {
  const { secretTexts } = run.application
  const input = run.inputs.find(({ path }) => `input.${path.join('.')}` === name)
  if (input !== undefined) return withDeferredSecrets(input, value, secretTexts)
  const item = run.places[name]
  return item === undefined || item.inputs.length === 0
    ? value
    : groupWithDeferredSecrets(item.inputs, value as ObjectValue, secretTexts)
}

/** Replaces records inside a value by their ids. */
function withIdsOnly(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withIdsOnly)
  if (isRecord(value)) return { id: value.id, fields: {} }
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withIdsOnly(part as Value)]))
}

async function isSeen(work: Work, entity: string, record: RecordValue): Promise<boolean> {
  return (await found(work, entity, record)) !== null
}

/** The present record, if the caller may see it. */
async function found(work: Work, name: string, record: RecordValue): Promise<RecordValue | null> {
  const entity = entityNamed(work.application.model, name)
  const statement = work.application.planned(laterPlan, work.caller, entity)
  const row = (await work.transaction.run(statement, { ...work.bindings, record }))[0]
  return row === undefined ? null : loadedRecord(entity, row)
}

/** The present record, read without rights, because the product and not its caller had found it. */
async function read(work: Work, name: string, record: RecordValue): Promise<RecordValue | null> {
  const entity = entityNamed(work.application.model, name)
  const statement = work.application.planned(readPlan, work.caller, entity)
  const row = (await work.transaction.run(statement, { ...work.bindings, record }))[0]
  return row === undefined ? null : loadedRecord(entity, row)
}

/** Restores a run of deferred steps. Refused: a record is gone, or is no longer visible. */
export async function takenUp(work: Work, { queries }: LaterSteps, { kept }: KeptLater): Promise<CallRun> {
  const { names, sent } = JSON.parse(kept) as Kept
  const run = new CallRun(work, { queries }, Object.fromEntries(sent.map((input) => [input, null])))
  for (const [name, each] of Object.entries(names)) {
    if (each.kind === 'value') {
      run.bindings[name] = each.value
      continue
    }
    const record = await (each.isSeen ? found : read)(run, each.entity, { id: each.id, fields: {} })
    if (record === null) throw refused('not found', name)
    run.bind(name, entityNamed(work.application.model, each.entity), record)
  }
  return run
}

interface FoundSteps extends LaterSteps {
  readonly hash: string
}

const known = new WeakMap<Model, readonly FoundSteps[]>()

function stepsOf(model: Model): readonly FoundSteps[] {
  const steps =
    known.get(model) ??
    laterStepsOf(model).map((each) => ({
      ...each,
      hash: hashOfSteps(meaningOfSteps(each.action)),
    }))
  known.set(model, steps)
  return steps
}

/** Finds the same steps of the same call, even if they have moved; null: the specification has changed them. */
export function stepsPutOff(model: Model, { owner, stepsHash }: KeptLater): LaterSteps | null {
  return stepsOf(model).find((each) => each.owner === owner && each.hash === stepsHash) ?? null
}
